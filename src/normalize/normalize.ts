import type { Normalize } from '../schema/Denormalize.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { type EntityMaps, mapOrdinals, mapSource } from './entityMaps.ts';
import { NormalizeWalk } from './NormalizeWalk.ts';

/** Writes the entities of one response into plain maps. No other request is in flight. */
export class MapWriter extends NormalizeWalk {
  readonly entities = new Map<string, Map<string, object>>();
  protected readonly source = mapSource(this.entities);
  readonly sentSeq = undefined;
  #next = 0;

  /** Maps are filled rarely, so records are always made. */
  known(): undefined {
    return undefined;
  }

  mergeEntity(schema: EntityClass, pk: string, record: object): void {
    const rows = this.#rows(schema);
    const existing = rows.get(pk);
    if (!existing) mapOrdinals(rows).set(pk, this.#next++);
    rows.set(pk, existing ? schema.merge(existing, record) : record);
  }

  invalidate(schema: EntityClass, pk: string): void {
    this.#rows(schema).delete(pk);
  }

  touchUnknown(): void {}

  declareKind(schema: EntityClass): void {
    this.#rows(schema);
  }

  #rows({ key }: EntityClass): Map<string, object> {
    let rows = this.entities.get(key);
    if (!rows) this.entities.set(key, (rows = new Map<string, object>()));
    return rows;
  }
}

/**
 * Cuts `input` into entities, without a store. Returns `result`, the ids in the shape of the input,
 * and `entities`: entity key → pk → record. Throws a StreambedError that names the path if the
 * input does not match the schema. The input is not changed.
 */
export function normalize<S>(
  schema: S,
  input: unknown,
  args: readonly unknown[] = [],
): { result: Normalize<S>; entities: EntityMaps } {
  const writer = new MapWriter();
  const result = writer.run(schema, input, { args, subject: 'normalize' });
  // The cast holds: Normalize<S> describes what schemas store.
  return { result: result as Normalize<S>, entities: writer.entities };
}
