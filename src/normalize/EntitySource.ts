import { mapOrdinals } from './mapOrdinals.ts';
import type { EntityMaps } from './MapSink.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** Where a walk reads entities: a table, its draft, or plain maps. */
export interface EntitySource {
  /** The record of an entity; `undefined` if there is none. */
  get(entityKey: string, pk: string): object | undefined;
  /**
   * Visits the records of an entity key in insertion order; `ordinal` is comparable across entity
   * keys.
   */
  forEach(entityKey: string, visit: (record: object, pk: string, ordinal: number) => void): void;
}

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
