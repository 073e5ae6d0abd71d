import { resolveSchema } from '../schema/resolveSchema.ts';
import type { DenormalizeDelegate, NormalizeDelegate, SchemaMethods } from '../schema/Schema.ts';

/** The schema of a subscription: what the cache has is no reason not to follow the server. */
export class EventSchema implements SchemaMethods {
  readonly #schema: unknown;

  constructor(schema: unknown) {
    this.#schema = schema;
  }

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown {
    return resolveSchema(this.#schema).normalize(input, parent, key, delegate);
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): unknown {
    return delegate.unvisit(this.#schema, stored);
  }

  queryKey(): undefined {
    return undefined;
  }
}
