type Rows = ReadonlyMap<string, object>;

/** A map has an order of its own, but none with other maps: that is noted beside it. */
const ordinals = new WeakMap<Rows, Map<string, number>>();

/** The places of rows among the rows of all kinds: pk → ordinal. Empty for maps that were made by hand. */
export function mapOrdinals(rows: Rows): Map<string, number> {
  let known = ordinals.get(rows);
  if (!known) ordinals.set(rows, (known = new Map<string, number>()));
  return known;
}
