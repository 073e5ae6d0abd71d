import type { EntityClass } from '../Schema.ts';

/**
 * The primary key as text. `undefined` for values that identify nothing: null, undefined, `''`,
 * NaN, infinities, booleans, objects. With `entity`, `pk` is the result of its `pk()`: texts like
 * `'undefined'`, which a template literal makes of a missing value, then identify nothing, unless a
 * member of the entity has exactly this text.
 */
export function usablePk(pk: unknown, entity?: object): string | undefined {
  // String(-0) is '0'.
  if (typeof pk === 'number') return Number.isFinite(pk) ? String(pk) : undefined;
  if (typeof pk === 'bigint') return String(pk);
  if (typeof pk !== 'string' || pk === '') return undefined;
  // Comparisons are faster than a set, and this runs for every entity with its own `pk`.
  const isTextOfMissing =
    pk === 'undefined' || pk === 'null' || pk === 'NaN' || pk === '[object Object]';
  const isInvalid = isTextOfMissing && entity && !Object.values(entity).includes(pk);
  return isInvalid ? undefined : pk;
}

/** The primary key that a value names: that of an object, or the value itself. */
export function pkOf(
  entity: EntityClass,
  value: unknown,
  parent: unknown,
  key: string | undefined,
  args: readonly unknown[],
): string | undefined {
  if (typeof value !== 'object') return usablePk(value);
  return value === null ? undefined : usablePk(entity.pk(value, parent, key, args), value);
}

/**
 * The primary key that an argument of a call names. An argument is no record, so `pk` may throw; it
 * then names nothing.
 */
export function pkOfArgument(
  entity: EntityClass,
  argument: unknown,
  args: readonly unknown[],
): string | undefined {
  try {
    return pkOf(entity, argument, undefined, undefined, args);
  } catch {
    return undefined;
  }
}

/**
 * The primary key that the first argument of a call names. `undefined` if the arguments without
 * what names the response, `parentArgs`, name the same one: it is the parent's.
 */
export function pkOfCall(
  entity: EntityClass,
  args: readonly unknown[],
  parentArgs: readonly unknown[] | undefined,
): string | undefined {
  const pk = pkOfArgument(entity, args[0], args);
  return parentArgs && pk === pkOfArgument(entity, parentArgs[0], parentArgs) ? undefined : pk;
}
