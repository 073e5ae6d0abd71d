type Rows = ReadonlyMap<string, object>;

/** A map orders its own rows only; this is their order across maps. */
const ordinals = new WeakMap<Rows, Map<string, number>>();

/**
 * The position of each row among the rows of all entity keys: pk → ordinal. Empty for maps that
 * `normalize` did not make.
 */
export function mapOrdinals(rows: Rows): Map<string, number> {
  let known = ordinals.get(rows);
  if (!known) ordinals.set(rows, (known = new Map<string, number>()));
  return known;
}
