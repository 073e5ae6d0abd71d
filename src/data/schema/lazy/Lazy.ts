import { StreambedError } from '../../../shared/StreambedError.ts';
import { LazyQuery } from './LazyQuery.ts';
import type { Normalize } from '../Denormalize.ts';
import type { MarkDelegate, Schema } from '../Schema.ts';
import { Wrapper } from '../Wrapper.ts';

/**
 * A member that is normalized like any other, but not denormalized with its owner. The owner shows
 * the stored form (ids) and does not change when those entities change. Use it for relations that
 * are long, deep or circular.
 *
 * `query` reads the member where you need it. Its argument is the stored form:
 * `store.query(Group.schema.users.query, group.users)`. For entities and other schemas with an
 * identity, it takes the arguments of a look-up.
 */
export class Lazy<S = unknown> extends Wrapper<S> {
  /** The stored form is the same for all arguments. */
  readonly readsArgs = false;
  /** The schema that reads the member; always the same object. */
  readonly query: LazyQuery<S>;

  constructor(schema: S & Schema) {
    super(schema);
    if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
      throw new StreambedError('SB_SCHEMA_INVALID', 'schema.Lazy takes a schema.');
    }
    this.query = new LazyQuery<S>(schema);
  }

  /** The stored form. */
  denormalize(stored: unknown): Normalize<S> {
    // The cast holds: `normalize` stored it.
    return stored as Normalize<S>;
  }

  /** `query` may read it. */
  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /** The stored form cannot be looked up; use `query`. */
  queryKey(): undefined {
    return undefined;
  }
}
