/**
 * The primary key as text, or `undefined` where it cannot identify anything: null, undefined, `''`, NaN, infinities,
 * booleans, objects. With `entity`, what `pk()` made of it: then neither can the text that template literals make of nothing,
 * unless a member of the entity holds that very text.
 */
export function usablePk(pk: unknown, entity?: object): string | undefined {
  switch (typeof pk) {
    case 'string':
      if (pk === '') return undefined;
      return entity && isTextOfNothing(pk) && !Object.values(entity).includes(pk) ? undefined : pk;
    case 'number':
      // String(-0) is '0'
      return Number.isFinite(pk) ? String(pk) : undefined;
    case 'bigint':
      return String(pk);
    default:
      return undefined;
  }
}

/** By length first: this runs for every entity of every answer. */
function isTextOfNothing(pk: string): boolean {
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
