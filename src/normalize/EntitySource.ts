import type { EntityMaps } from './MapSink.ts';

/** Where a walk finds entities: a table, the draft of one, or plain maps. */
export interface EntitySource {
  /** The record of an entity that is there. */
  get(kind: string, pk: string): object | undefined;
  /** Visits the records of a kind in insertion order; `ordinal` compares over kinds. */
  forEach(kind: string, visit: (record: object, pk: string, ordinal: number) => void): void;
}

/** Plain maps as a source. Between kinds they have no order: one kind after the other. */
export function mapSource(entities: EntityMaps): EntitySource {
  return {
    get: (kind, pk) => entities.get(kind)?.get(pk),
    forEach: (kind, visit) => entities.get(kind)?.forEach((record, pk) => visit(record, pk, 0)),
  };
}
