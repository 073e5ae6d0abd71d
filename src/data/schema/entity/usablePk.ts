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

type Members = Readonly<Record<string, unknown>>;

/**
 * Like {@link pkOf}, for a value that may be no whole entity: a primary key that is made of several
 * members names nothing if one of them is missing, as in `[1,null]`. `convert` converts members to
 * the types of their defaults.
 */
export function pkOfPart(
  entity: EntityClass,
  value: unknown,
  parent: unknown,
  key: string | undefined,
  args: readonly unknown[],
  convert = (member: unknown, _fallback: unknown): unknown => member,
): string | undefined {
  const pk = pkOf(entity, value, parent, key, args);
  if (pk === undefined || typeof value !== 'object' || value === null) return pk;
  // Mostly, it is one of the members.
  if (Object.values(value).some((member) => usablePk(member) === pk)) return pk;
  // The casts hold: classes extend Entity, and members that are not there read as undefined.
  const { defaults = {} } = entity as { readonly defaults?: Members };
  const known = value as Members;
  let isLacking = false;
  const part = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  for (const name of Object.keys({ ...defaults, ...known })) {
    const get = (): unknown => {
      isLacking ||= known[name] === undefined;
      return convert(known[name], defaults[name]);
    };
    Object.defineProperty(part, name, { enumerable: true, get });
  }
  const whole = usablePk(entity.pk(part, parent, key, args));
  return isLacking && /undefined|null|NaN/.test(whole ?? '') ? undefined : whole;
}

/** A parameter of a URL may be a string or a number; a member of an entity is only one of them. */
export function likeDefault(value: unknown, fallback: unknown): unknown {
  if (typeof fallback === 'string' && typeof value === 'number') return String(value);
  const isNumeric = typeof value === 'string' && value !== '' && String(Number(value)) === value;
  return typeof fallback === 'number' && isNumeric ? Number(value) : value;
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
    return pkOfPart(entity, argument, undefined, undefined, args, likeDefault);
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
