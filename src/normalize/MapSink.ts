import type { EntityClass } from '../schema/Schema.ts';
import type { EntitySink } from './EntitySink.ts';
import { type EntitySource, mapSource } from './EntitySource.ts';
import { mapOrdinals } from './mapOrdinals.ts';

/** Entities in plain maps: entity key → pk → record. */
export type EntityMaps = ReadonlyMap<string, ReadonlyMap<string, object>>;

/** Collects the entities of one walk. */
export class MapSink implements EntitySink {
  readonly #entities = new Map<string, Map<string, object>>();
  #next = 0;

  get entities(): EntityMaps {
    return this.#entities;
  }

  readonly sentSeq = undefined;

  get source(): EntitySource {
    return mapSource(this.#entities);
  }

  /** Maps are filled rarely, so records are always made. */
  known(): undefined {
    return undefined;
  }

  merge(schema: EntityClass, pk: string, record: object): void {
    const rows = this.#rows(schema);
    const existing = rows.get(pk);
    if (!existing) mapOrdinals(rows).set(pk, this.#next++);
    rows.set(pk, existing ? schema.merge(existing, record) : record);
  }

  remove(schema: EntityClass, pk: string): void {
    this.#rows(schema).delete(pk);
  }

  /** No other request is in flight. */
  touchUnknown(): void {}

  declareKind(schema: EntityClass): void {
    this.#rows(schema);
  }

  #rows(schema: EntityClass): Map<string, object> {
    let rows = this.#entities.get(schema.key);
    if (!rows) this.#entities.set(schema.key, (rows = new Map<string, object>()));
    return rows;
  }
}
