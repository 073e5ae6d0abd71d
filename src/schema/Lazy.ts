import { SB_SCHEMA_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { LazyQuery } from './LazyQuery.ts';
import type { Normalize } from './Normalize.ts';
import type { MarkDelegate, Schema } from './Schema.ts';
import { Wrapper } from './Wrapper.ts';

/**
 * A member that is normalized like any other, but not put in place when its owner is read: the owner shows the stored form – ids – and
 * does not change when what they stand for does. For relations that are long, deep, or go in circles.
 *
 * `query` reads the member where it is needed, with the stored form as argument: `store.query(Group.schema.users.query, group.users)`. For
 * an entity, and what else has an identity, it takes the arguments of any look-up.
 */
export class Lazy<S = unknown> extends Wrapper<S> {
  /** Reads what the member stands for; always the same object. */
  readonly query: LazyQuery<S>;

  constructor(schema: S & Schema) {
    super(schema);
    if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
      throw new StreambedError(SB_SCHEMA_INVALID, 'schema.Lazy takes a schema.');
    }
    this.query = new LazyQuery<S>(schema);
  }

  /** The stored form. */
  denormalize(stored: unknown): Normalize<S> {
    // The cast holds: it is what normalize() gave.
    return stored as Normalize<S>;
  }

  /** `query` may read it. */
  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /** The stored form cannot be looked up; `query` can. */
  queryKey(): undefined {
    return undefined;
  }
}
