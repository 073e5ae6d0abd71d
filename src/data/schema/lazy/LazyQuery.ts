import type { Denormalize } from '../Denormalize.ts';
import { isEntity } from '../isEntity.ts';
import type { DenormalizeDelegate, MarkDelegate, QueryDelegate } from '../Schema.ts';
import { Wrapper } from '../Wrapper.ts';

/** Reads the member of a {@link Lazy} schema, see there. */
export class LazyQuery<S = unknown> extends Wrapper<S> {
  /** Entities and other schemas with a `pk` are looked up by their arguments. */
  readonly #hasIdentity: boolean;

  constructor(schema: S) {
    super(schema);
    this.#hasIdentity =
      isEntity(schema) || (typeof schema === 'object' && schema !== null && 'pk' in schema);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): Denormalize<S> {
    // The cast holds: the inner schema reads it.
    return delegate.unvisit(this.schema, stored) as Denormalize<S>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.schema, stored);
  }

  /**
   * Looks up a schema with an identity by the arguments. Otherwise, the first argument is the
   * stored form.
   */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    return this.#hasIdentity ? delegate.queryKey(this.schema, args) : (args[0] ?? undefined);
  }
}
