import { kindsOf } from '../../data/normalize/allMembers.ts';
import type {
  AllEntities,
  EntityClass,
  MarkDelegate,
  Memo,
  SchemaMethods,
} from '../../data/schema/Schema.ts';
import { argsKeyOf } from '../../data/schema/argsKeyOf.ts';
import type { NestedMember } from '../../data/schema/entity/entityPlan.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { resolveSchema } from '../../data/schema/resolveSchema.ts';
import { sharedPlan } from '../../data/schema/entity/sharedPlan.ts';
import { usablePk } from '../../data/schema/entity/usablePk.ts';
import type { Args } from '../../shared/copyArgs.ts';
import type { Root } from '../streams/RetainedSource.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { KnownRow } from '../table/TableReader.ts';
import { NO_ARGS } from '../views/GraphNode.ts';
import { ViewGraph } from '../views/ViewGraph.ts';

/** What was visited with a schema, for args that give equal values. */
interface Reached {
  readonly schema: object;
  readonly args: Args;
  /** The pks of a class, else stored values. */
  readonly values: Set<unknown>;
}

/** The state that a step works on. */
export interface GarbageSource {
  /** Without optimistic layers. Garbage is removed from this table. */
  readonly confirmed: EntityTable;
  /** With optimistic layers. */
  readonly visible: EntityTable;
  /** Values that are or may be read: see {@link Root}. */
  readonly roots: Iterable<Root>;
  /** Rows that were received later are kept, ms since epoch. */
  readonly since: number;
  /** The seq of the oldest request in flight or message that waits; Infinity if there is none. */
  readonly oldestRequest: number;
}

/**
 * Marks the rows that roots reach, then finds the others, in steps. Rows and roots may change
 * between two steps. Values are visited in their normalized form, without creating instances. Only
 * schemas without `mark` are given values: their `denormalize` runs, and all that it reads is marked.
 */
export class MarkAndSweep implements MarkDelegate {
  /** The args of the root that the running visit comes from. */
  args: Args = NO_ARGS;
  /** When the oldest unreachable row arrived that is too young to remove, ms since epoch. */
  firstYoung = Infinity;
  /** Entity keys of which all rows are reached. */
  readonly kinds = new Set<string>();
  readonly #kept = new EntityKeySet();
  /** By schema and the key of the args. */
  readonly #reached = new Map<object, Map<unknown, Reached>>();
  /** The reached rows, by entity key. */
  readonly #rows = new Map<string, Reached[]>();
  /** Triples to visit: schema, value, args. The value of a class is a pk or a record. */
  readonly #queue: unknown[] = [];
  #tables: readonly EntityTable[] = [];
  /** Visits of schemas without `mark`, and what they read from: one graph for each table. */
  readonly #foreignVisits: (() => void)[] = [];
  #graphs: readonly ViewGraph[] = [];
  /** The graph that the running visit reads from; `undefined` if its schema has a `mark`. */
  #values: ViewGraph | undefined;
  /** The rows that are still to sweep. */
  #rest: Iterator<KnownRow> | undefined;

  /**
   * Visits about `count` more values and rows. The returned garbage must be removed before anything
   * else happens; of `kinds`, the list of all entities is no longer in use.
   */
  step(count: number, source: GarbageSource) {
    const { confirmed, visible, roots } = source;
    const rows = new EntityKeySet();
    let left = this.mark(confirmed === visible ? [visible] : [confirmed, visible], roots, count);
    for (; left > 0; left--) {
      const { done, value: row } = (this.#rest ??= confirmed.known()).next();
      if (done) {
        const unused = confirmed.completeKeys().filter((key) => !this.kinds.has(key));
        return { rows, kinds: unused, isLast: true };
      }
      if (this.#isGarbage(row, source)) rows.add(row.key, row.pk);
    }
    return { rows, kinds: [], isLast: false };
  }

  #isGarbage({ key, pk }: KnownRow, source: GarbageSource): boolean {
    const { confirmed, since, oldestRequest } = source;
    if (this.has(key, pk)) return false;
    // The row may have changed since the search began.
    const meta = confirmed.meta(key, pk);
    const isPresent = confirmed.has(key, pk);
    const isListed = this.kinds.has(key);
    if (!meta || (isPresent && isListed)) return false;
    if (meta.receivedAt > since) {
      this.firstYoung = Math.min(this.firstYoung, meta.receivedAt);
      return false;
    }
    if (isPresent) return true;
    // The trace of a removed row stays as long as an older request could restore the row, or if
    // only traces tell observers that the list of all entities is empty.
    const isLastTrace = isListed && confirmed.size(key) === 0 && !confirmed.hasAll(key);
    return meta.seq < oldestRequest && !isLastTrace;
  }

  /**
   * Visits about `count` more values; returns how many of them were left over: 0 if there are more.
   * Each of `tables` may have another version of a row.
   */
  mark(tables: readonly EntityTable[], roots: Iterable<Root>, count = Infinity): number {
    this.#follow(tables);
    let hasRoots = false;
    for (let left = count; left > 0; left--) {
      if (this.#queue.length > 0) {
        // The casts hold: see the queue.
        this.args = this.#queue.pop() as Args;
        const value = this.#queue.pop() as string | object;
        this.#visit(this.#queue.pop() as EntityClass | SchemaMethods, value);
      } else if (hasRoots) {
        return left;
      } else {
        hasRoots = true;
        for (const { schema, stored, args = NO_ARGS, rows } of roots) {
          this.args = args;
          this.unvisit(schema, stored);
          if (rows) this.#kept.addAll(rows);
        }
      }
    }
    return 0;
  }

  /** Whether a row, live or removed, was reached on its own. */
  has(key: string, pk: string): boolean {
    return this.#rows.get(key)?.some(({ values }) => values.has(pk)) || this.#kept.has(key, pk);
  }

  /** Takes over the tables of this step: visits the written records of reached rows. */
  #follow(tables: readonly EntityTable[]): void {
    const before = this.#tables;
    if (tables.every((table, i) => table === before[i])) return;
    this.#tables = tables;
    this.#graphs = tables.map((table) => new ViewGraph(table, true));
    let hasNews = false;
    for (const [i, table] of tables.entries()) {
      const changes = (before[i] ?? before[0] ?? table).changesTo(table);
      for (const key of changes.keys()) {
        changes.forEach(key, (pk, record) => {
          if (!record) return;
          hasNews = true;
          for (const { schema, args, values } of this.#rows.get(key) ?? []) {
            if (values.has(pk) || this.kinds.has(key)) this.#queue.push(schema, record, args);
          }
        });
      }
    }
    if (hasNews) for (const visit of this.#foreignVisits) visit();
  }

  #visit(schema: EntityClass | SchemaMethods, value: string | object): void {
    const isOfEntity = isEntity(schema);
    if (isOfEntity && typeof value === 'object') {
      this.#visitRecord(schema, value);
      return;
    }
    const { values } = this.#reachedWith(schema);
    if (values.has(value)) return;
    values.add(value);
    if (isOfEntity) {
      for (const table of this.#tables) {
        this.unvisit(schema, table.renamedTo(schema.key, value as string));
      }
      if (this.#nestedIn(schema).length > 0) this.#visitRow(schema, value as string);
    } else if (saysWhatItReads(schema)) {
      schema.mark(value, this);
    } else {
      const { args } = this;
      const visit = (): void => this.#readForeign(schema, value, args);
      this.#foreignVisits.push(visit);
      visit();
    }
  }

  #visitRow(entity: EntityClass, pk: string): void {
    let before: object | undefined;
    for (const table of this.#tables) {
      const record = table.get(entity.key, pk);
      if (record && record !== before) this.#queue.push(entity, record, this.args);
      before = record;
    }
  }

  #visitRecord(entity: EntityClass, record: object): void {
    for (const { name, schema, deserializes } of this.#nestedIn(entity)) {
      if (deserializes || !Object.hasOwn(record, name)) continue;
      this.unvisit(schema, (record as Readonly<Record<string, unknown>>)[name]);
    }
  }

  /** Also what only another class with the key declares: its next reader needs it. */
  #nestedIn(entity: EntityClass): readonly NestedMember[] {
    return sharedPlan(this.#tables[0].lineage, entity).written;
  }

  #readForeign(schema: SchemaMethods, stored: unknown, args: Args): void {
    this.args = args;
    for (const graph of this.#graphs) {
      this.#values = graph;
      try {
        graph.readOnce(args, () => schema.denormalize(stored, this));
      } catch {
        // Its observers get no value either.
      }
    }
    this.#values = undefined;
  }

  #reachedWith(schema: object): Reached {
    const { args } = this;
    const key = keyOf(schema, args);
    let byKey = this.#reached.get(schema);
    if (!byKey) this.#reached.set(schema, (byKey = new Map()));
    let reached = byKey.get(key);
    if (!reached) {
      byKey.set(key, (reached = { schema, args, values: new Set() }));
      if (isEntity(schema)) {
        this.#rows.set(schema.key, [...(this.#rows.get(schema.key) ?? []), reached]);
      }
    }
    return reached;
  }

  /** What a schema reads is visited later. */
  unvisit(schema: unknown, stored: unknown): undefined {
    const isOfEntity = isEntity(schema);
    const value = isOfEntity ? usablePk(stored) : stored;
    const isSchema = isOfEntity || (typeof schema === 'object' && schema !== null);
    if (isSchema && value !== undefined && value !== null) {
      const methods = isOfEntity ? schema : resolveSchema(schema);
      const isNew = !this.#reachedWith(methods).values.has(value);
      if (isNew) this.#queue.push(methods, value, this.args);
    }
    // The cast holds: only schemas without `mark` get values.
    return this.#values?.unvisit(schema, stored) as undefined;
  }

  getEntity = (key: string, pk: string): object | undefined => this.#values?.getEntity(key, pk);

  memo(_schema: object, _stored: unknown, create: (args: Args) => Memo): unknown {
    return this.#values && create(this.args).make(this);
  }

  keep(key: string, pk: string): void {
    this.#kept.add(key, pk);
  }

  all(list: AllEntities): readonly unknown[] {
    const { values } = this.#reachedWith(list);
    if (!values.has(list)) this.#reachAll(list);
    values.add(list);
    return this.#values?.all(list) ?? [];
  }

  #reachAll(list: AllEntities): void {
    const entities = list.entities();
    for (const entity of entities) {
      this.kinds.add(entity.key);
      this.#reachedWith(entity);
    }
    if (entities.every((entity) => this.#nestedIn(entity).length === 0)) return;
    for (const key of kindsOf(list)) {
      const classOf = list.classOf(key);
      for (const table of this.#tables) {
        table.forEach(key, (record) => this.#queue.push(classOf(record), record, this.args));
      }
    }
  }
}

/** The key of the args that values of a schema depend on. A schema may reject args of other reads. */
function keyOf(schema: object, args: Args): unknown {
  try {
    return argsKeyOf(schema)?.(args);
  } catch {
    return undefined;
  }
}

/**
 * Whether a schema has a `mark` for its `denormalize`. A subclass with a `denormalize` of its own may
 * read something else.
 */
function saysWhatItReads(
  schema: SchemaMethods,
): schema is SchemaMethods & Required<Pick<SchemaMethods, 'mark'>> {
  let owner: object = schema;
  while (!Object.hasOwn(owner, 'denormalize')) owner = Object.getPrototypeOf(owner) as object;
  return Object.hasOwn(owner, 'mark');
}
