import { isPlainObject } from '../../shared/isPlainObject.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { ArraySchema } from './ArraySchema.ts';
import { warnOfPlainClass } from './declarationWarnings.ts';
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
    if (Array.isArray(schema) && schema.length !== 1) {
      throw new StreambedError(
        'SB_SCHEMA_INVALID',
        `The shorthand [Schema] takes exactly one schema, got ${schema.length}.`,
      );
    }
    resolved = Array.isArray(schema)
      ? new ArraySchema<unknown>(schema[0])
      : new ObjectSchema(schema);
    objects.set(schema, resolved);
  }
  return resolved;
}

/**
 * Runs the function that is the schema of a member. `Date` called without `new` would ignore the
 * value and return the current time.
 */
export function deserialize(schema: (value: never) => unknown, stored: unknown): unknown {
  if (DEVELOPMENT) warnOfPlainClass(schema);
  // The casts hold: the function is declared for the member's stored value.
  return (schema as unknown) === Date ? new Date(stored as string) : schema(stored as never);
}

/** Whether a schema accepts an empty response (null, undefined), as for a removal. */
export function acceptsEmpty(schema: unknown): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    (schema as { readonly acceptsEmpty?: boolean }).acceptsEmpty === true
  );
}

/** Shorthands that nest deeper than this, or contain themselves, count as different. */
const MAX_DEPTH = 20;

/**
 * Whether two schemas read the same: they are one object, shorthands or schemas of the package with
 * equal parts, or `readsSame` says so. `stores`: whether they store the same, whatever the functions
 * of queries make of it.
 */
export function sameSchema(a: unknown, b: unknown, stores = false, depth = 0): boolean {
  if (a === b) return true;
  if (depth === MAX_DEPTH) return false;
  const same = (part: unknown, other: unknown): boolean =>
    sameSchema(part, other, stores, depth + 1);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => same(part, b[i]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) {
    const isObject = typeof a === 'object' && a !== null;
    if (!isObject) return false;
    // The casts hold: any object may be a schema, and objects of one class have the same methods.
    const one = a as Partial<SchemaMethods>;
    if (one.readsSame?.(b)) return true;
    const own = Object.getPrototypeOf(a) as object;
    if (own !== Object.getPrototypeOf(b)) return false;
    if (own === ObjectSchema.prototype) return same(one.schema, (b as typeof one).schema);
    // Subclasses by programs may have more to compare.
    const isOurs = Object.hasOwn(Object.getPrototypeOf(own) as object, 'comparable');
    return isOurs && same(one.comparable!(stores), (b as typeof one).comparable!(stores));
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  );
}
