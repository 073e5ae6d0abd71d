import type { EntitySource } from './EntitySource.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** Entities in plain maps: entity key → pk → record. */
export type EntityMaps = ReadonlyMap<string, ReadonlyMap<string, object>>;

/**
 * Reads plain maps. Rows that `normalize` did not add come last, one entity key after the other.
 */
export function mapSource(entities: EntityMaps): EntitySource {
  return {
    get: (entityKey, pk) => entities.get(entityKey)?.get(pk),
    forEach: (entityKey, visit) => {
      const rows = entities.get(entityKey);
      if (!rows) return;
      const ordinals = mapOrdinals(rows);
      rows.forEach((record, pk) => visit(record, pk, ordinals.get(pk) ?? LAST));
    },
  };
}

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
