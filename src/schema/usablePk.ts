import type { EntityClass } from './Schema.ts';

/**
 * The primary key as text. `undefined` for values that identify nothing: null, undefined, `''`,
 * NaN, infinities, booleans, objects. With `entity`, `pk` is the result of its `pk()`: texts like
 * `'undefined'`, which a template literal makes of a missing value, then identify nothing, unless a
 * member of the entity has exactly this text.
 */
export function usablePk(pk: unknown, entity?: object): string | undefined {
  switch (typeof pk) {
    case 'string':
      if (pk === '') return undefined;
      return entity && isTextOfMissingValue(pk) && !Object.values(entity).includes(pk)
        ? undefined
        : pk;
    case 'number':
      // String(-0) is '0'
      return Number.isFinite(pk) ? String(pk) : undefined;
    case 'bigint':
      return String(pk);
    default:
      return undefined;
  }
}

/** Compares the length first, because this runs for every entity of every response. */
function isTextOfMissingValue(pk: string): boolean {
  switch (pk.length) {
    case 3:
      return pk === 'NaN';
    case 4:
      return pk === 'null';
    case 9:
      return pk === 'undefined';
    case 15:
      return pk === '[object Object]';
    default:
      return false;
  }
}

/**
 * The primary key that an argument of a call names: a bare id itself, else the result of `pk`. An
 * argument is no record, so `pk` may throw; it then names nothing.
 */
export function pkOfArgument(
  entity: EntityClass,
  argument: unknown,
  args: readonly unknown[],
): string | undefined {
  if (typeof argument !== 'object') return usablePk(argument);
  if (argument === null) return undefined;
  try {
    return usablePk(entity.pk(argument, undefined, '', args), argument);
  } catch {
    return undefined;
  }
}
