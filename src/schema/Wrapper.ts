import type { Normalize } from './Normalize.ts';
import { resolveSchema } from './resolveSchema.ts';
import type { NormalizeDelegate } from './Schema.ts';

/** A schema that stores what another one stores, and reads it in its own way. */
export abstract class Wrapper<S = unknown> {
  /** The schema of what is stored. */
  readonly schema: S;

  constructor(schema: S) {
    this.schema = schema;
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): Normalize<S> {
    const { schema } = this;
    // As the whole answer it stands in the place of the other one, with its rules for whole answers.
    const stored =
      delegate.depth === 0
        ? resolveSchema(schema).normalize(input, parent, key, delegate)
        : delegate.visit(schema, input, parent, key, null);
    // The cast holds: it is what the schema stores.
    return stored as Normalize<S>;
  }

  /** What is memoized is the value of the other schema. */
  memoizes(): boolean {
    return false;
  }
}
