import type { EntityClass } from '../schema/Schema.ts';
import type { EntitySink, EntitySource } from './EntitySink.ts';

const LAST = Number.MAX_SAFE_INTEGER;

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
