import { StreambedError } from '../shared/StreambedError.ts';
import { ArraySchema } from './ArraySchema.ts';
import { ObjectSchema } from './ObjectSchema.ts';
import type { SchemaMethods } from './Schema.ts';

const objects = new WeakMap<object, SchemaMethods>();

/** The schema of a literal, as in `['']`: it only gives a type, values are kept unchanged. */
const LITERAL: SchemaMethods = {
  normalize: (input) => input,
  denormalize: (stored) => stored,
  queryKey: () => undefined,
};

/**
 * The schema object of a shorthand `[S]` or `{ name: S }` (always the same one), or the schema
 * itself.
 */
export function resolveSchema(schema: unknown): SchemaMethods {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    return LITERAL;
  }
  if ('normalize' in schema && typeof schema.normalize === 'function') {
    // The cast holds: an object with `normalize` has all three methods.
    return schema as SchemaMethods;
  }
  let resolved = objects.get(schema);
  if (!resolved) {
    resolved = Array.isArray(schema) ? arrayOf(schema) : new ObjectSchema(schema);
    objects.set(schema, resolved);
  }
  return resolved;
}

function arrayOf(shorthand: readonly unknown[]): SchemaMethods {
  if (shorthand.length !== 1) {
    throw new StreambedError(
      'SB_SCHEMA_INVALID',
      `The shorthand [Schema] takes exactly one schema, got ${shorthand.length}.`,
    );
  }
  return new ArraySchema<unknown>(shorthand[0]);
}

/**
 * Runs the function that is the schema of a member. `Date` called without `new` would ignore the
 * value and return the current time.
 */
export function deserialize(schema: (value: never) => unknown, stored: unknown): unknown {
  // The casts hold: the function is declared for the member's stored value.
  return (schema as unknown) === Date ? new Date(stored as string) : schema(stored as never);
}
