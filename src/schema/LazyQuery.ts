import type { Denormalize } from './Denormalize.ts';
import { isEntity } from './isEntity.ts';
import type { DenormalizeDelegate, MarkDelegate, QueryDelegate } from './Schema.ts';
import { Wrapper } from './Wrapper.ts';

/** What reads the member of a {@link Lazy} schema; see there. */
export class LazyQuery<S = unknown> extends Wrapper<S> {
  /** Entities, and schemas that are kept like them, are looked up by their arguments. */
  readonly #hasIdentity: boolean;

  constructor(schema: S) {
    super(schema);
    this.#hasIdentity =
      isEntity(schema) || (typeof schema === 'object' && schema !== null && 'pk' in schema);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): Denormalize<S> {
    // The cast holds: it is what the schema reads.
    return delegate.unvisit(this.schema, stored) as Denormalize<S>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /** Of what has an identity, that of the arguments; else the first argument is the stored form itself. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    return this.#hasIdentity ? delegate.queryKey(this.schema, args) : (args[0] ?? undefined);
  }
}
