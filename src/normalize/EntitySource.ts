import { mapOrdinals } from './mapOrdinals.ts';
import type { EntityMaps } from './MapSink.ts';

const LAST = Number.MAX_SAFE_INTEGER;

/** Where a walk finds entities: a table, the draft of one, or plain maps. */
export interface EntitySource {
  /** The record of an entity that is there. */
  get(kind: string, pk: string): object | undefined;
  /** Visits the records of a kind in insertion order; `ordinal` compares over kinds. */
  forEach(kind: string, visit: (record: object, pk: string, ordinal: number) => void): void;
}

/** Plain maps as a source. Rows that `normalize` did not put there come last, one kind after the other. */
export function mapSource(entities: EntityMaps): EntitySource {
  return {
    get: (kind, pk) => entities.get(kind)?.get(pk),
    forEach: (kind, visit) => {
      const rows = entities.get(kind);
      if (!rows) return;
      const ordinals = mapOrdinals(rows);
      rows.forEach((record, pk) => visit(record, pk, ordinals.get(pk) ?? LAST));
    },
  };
}
