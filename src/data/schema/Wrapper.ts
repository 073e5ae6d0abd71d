import type { Normalize } from './Denormalize.ts';
import { resolveSchema } from './resolveSchema.ts';
import type { NormalizeDelegate } from './Schema.ts';

/** The base of `Query` and `Lazy`: a schema that stores the same as another one and reads it differently. */
export abstract class Wrapper<S = unknown> {
  /** The schema of the stored form. */
  readonly schema: S;
  /** Computes the value, if more than the inner schema does. */
  readonly process?: unknown;

  constructor(schema: S) {
    this.schema = schema;
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): Normalize<S> {
    const { schema } = this;
    // As the schema of a whole response, it follows the other schema's rules for whole responses.
    const stored =
      delegate.depth === 0
        ? resolveSchema(schema).normalize(input, parent, key, delegate)
        : delegate.visit(schema, input, parent, key, null);
    // The cast holds: the inner schema stored it.
    return stored as Normalize<S>;
  }

  /** @internal */
  comparable(stores: boolean): readonly unknown[] {
    return [this.schema, stores || this.process];
  }

  /** The inner schema memoizes its value. */
  memoizes(): boolean {
    return false;
  }
}
