import type { Denormalize } from './Denormalize.ts';
import { isEntity } from './isEntity.ts';
import type { DenormalizeDelegate, QueryDelegate } from './Schema.ts';
import { Wrapper } from './Wrapper.ts';

/** What reads the member of a {@link Lazy} schema; see there. */
export class LazyQuery<S = unknown> extends Wrapper<S> {
  denormalize(stored: unknown, delegate: DenormalizeDelegate): Denormalize<S> {
    // The cast holds: it is what the schema reads.
    return delegate.unvisit(this.schema, stored) as Denormalize<S>;
  }

  /** Of what has an identity, that of the arguments; else the first argument is the stored form itself. */
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown {
    return hasIdentity(this.schema) ? delegate.queryKey(this.schema, args) : (args[0] ?? undefined);
  }
}

/** Entities, and schemas that are kept like them. */
function hasIdentity(schema: unknown): boolean {
  return isEntity(schema) || (typeof schema === 'object' && schema !== null && 'pk' in schema);
}
