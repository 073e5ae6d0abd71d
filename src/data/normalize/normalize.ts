import type { Normalize } from '../schema/Denormalize.ts';
import type { EntityClass } from '../schema/Schema.ts';
import type { PlanSource } from '../schema/entity/sharedPlan.ts';
import { type EntityMaps, mapOrdinals, mapSource } from './entityMaps.ts';
import { EntityVisitor } from './EntityVisitor.ts';
import { NormalizeWalk } from './NormalizeWalk.ts';

/** Writes the entities of one response into plain maps. No other request is in flight. */
export class MapWriter extends NormalizeWalk {
  readonly entities = new Map<string, Map<string, object>>();
  readonly lineage: PlanSource = {
    plans: { members: new Map(), mixed: new Set(), ofClass: new WeakMap() },
    families: this.entities,
  };
  protected readonly source = mapSource(this.entities);
  readonly sentSeq = undefined;
  readonly #visitors = new Map<EntityClass, MapVisitor>();
  /** The ordinal of the next row. */
  next = 0;

  invalidate(schema: EntityClass, pk: string): void {
    this.written++;
    this.rows(schema).delete(pk);
  }

  touchUnknown(): void {}

  declareKind(schema: EntityClass): void {
    this.rows(schema);
  }

  rows({ key }: EntityClass): Map<string, object> {
    let rows = this.entities.get(key);
    if (!rows) this.entities.set(key, (rows = new Map<string, object>()));
    return rows;
  }

  protected visitor(schema: EntityClass): EntityVisitor {
    let visitor = this.#visitors.get(schema);
    if (!visitor) this.#visitors.set(schema, (visitor = new MapVisitor(schema, this)));
    return visitor;
  }
}

class MapVisitor extends EntityVisitor<MapWriter> {
  /** Maps are filled rarely, so records are always made. */
  find(): undefined {
    return undefined;
  }

  write(pk: string, _slot: number, record: object): void {
    const { schema, walk } = this;
    const rows = walk.rows(schema);
    const existing = rows.get(pk);
    if (!existing) mapOrdinals(rows).set(pk, walk.next++);
    rows.set(pk, existing ? schema.merge(existing, record) : record);
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
