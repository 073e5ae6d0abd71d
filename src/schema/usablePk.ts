const TEXT_OF_NOTHING = new Set(['undefined', 'null', 'NaN', '[object Object]']);

/**
 * The primary key as text, or `undefined` where it cannot identify anything: null, undefined, `''`, NaN, infinities,
 * booleans, objects. With `entity`, what `pk()` made of it: then neither can the text that template literals make of nothing,
 * unless a member of the entity holds that very text.
 */
export function usablePk(pk: unknown, entity?: object): string | undefined {
  switch (typeof pk) {
    case 'string':
      if (pk === '') return undefined;
      if (entity && TEXT_OF_NOTHING.has(pk) && !Object.values(entity).includes(pk))
        return undefined;
      return pk;
    case 'number':
      // String(-0) is '0'
      return Number.isFinite(pk) ? String(pk) : undefined;
    case 'bigint':
      return String(pk);
    default:
      return undefined;
  }
}
