import { kindsOf } from '../normalize/allMembers.ts';
import type { EntitySource } from '../normalize/EntitySource.ts';
import type { AllEntities, EntityClass, MarkDelegate, SchemaMethods } from '../schema/Schema.ts';
import { entityPlan } from '../schema/entityPlan.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import { usablePk } from '../schema/usablePk.ts';
import { isOneOf, listOf, type SmallSet, add } from '../shared/smallSet.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import { readSource } from '../views/readState.ts';
import type { Root } from '../streams/RetainedSource.ts';

/** For rows that may be read with any class. */
const ANY_CLASS = {};

const NO_ARGS: readonly unknown[] = [];

/**
 * Finds the rows that roots reach, step by step. Rows and roots may change between two steps. Lists
 * and objects are visited in their normalized form, without creating instances. Schemas without
 * `mark` are read as their observers read them: every row they access is reached.
 */
export class Marker implements MarkDelegate {
  readonly args = NO_ARGS;
  #tables: readonly EntityTable[] = [];
  /** By entity key and pk, with the classes that read the row. */
  readonly #rows = new Map<string, Map<string, SmallSet<object>>>();
  /** Entity keys of which all rows are reached. */
  readonly #kinds = new Set<string>();
  readonly #alls = new Set<AllEntities>();
  /** The values that were visited, by schema. */
  readonly #seen = new Map<object, Set<unknown>>();
  /** Values that schemas without `mark` read. */
  readonly #custom: Root[] = [];
  /** The args of observers, and the functions that visit them. */
  readonly #args = new Set<readonly unknown[]>();
  readonly #argsVisits: ((args: readonly unknown[]) => void)[] = [];
  /** Visits of rows, lists and classes. Each one does a part of its work and returns whether more is left. */
  readonly #visits: (() => boolean)[] = [];

  /** Takes over the current state. Each of `tables` may have another version of a row. */
  update(tables: readonly EntityTable[], roots: Iterable<Root>): void {
    const before = this.#tables;
    this.#tables = tables;
    for (let i = 0; i < before.length || i < tables.length; i++) {
      const [from, to] = [before[i] ?? before[0], tables[i] ?? tables[0]];
      if (from && from !== to) this.#follow(from, to);
    }
    for (const { schema, stored, args } of roots) {
      if (args && !this.#args.has(args)) {
        this.#args.add(args);
        for (const visit of this.#argsVisits) visit(args);
      }
      this.unvisit(schema, stored);
    }
  }

  /**
   * Visits about `count` rows; returns how many of them were left over: 0 if the search has not
   * ended.
   */
  run(count: number): number {
    const visits = this.#visits;
    for (let left = count; left > 0; left--) {
      const last = visits.length - 1;
      if (last < 0) return left;
      // A visit may add others, which come first: they are of rows that it has just reached.
      if (!visits[last]()) visits.splice(last, 1);
    }
    return 0;
  }

  /** Whether a row, live or removed, was reached on its own. */
  has(kind: string, pk: string): boolean {
    return this.#rows.get(kind)?.has(pk) ?? false;
  }

  /** Whether all rows of an entity key are reached. */
  hasKind(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  // --- delegate: schemas unvisit their members, and receive no values

  unvisit(schema: unknown, stored: unknown): undefined {
    if (stored === undefined || stored === null || schema === undefined || schema === null) return;
    if (isEntity(schema)) {
      const pk = usablePk(stored);
      if (pk !== undefined) this.#reachEntity(schema, pk);
    } else if (typeof schema === 'object') {
      this.#visit(schema, stored);
    }
  }

  memo(): undefined {
    return undefined;
  }

  all(list: AllEntities): readonly unknown[] {
    if (this.#alls.has(list)) return NO_ARGS;
    this.#alls.add(list);
    const entities = list.entities();
    for (const { key } of entities) this.#kinds.add(key);
    if (entities.some(hasNested)) for (const key of kindsOf(list)) this.#visitKind(list, key);
    return NO_ARGS;
  }

  keep(kind: string, pk: string): void {
    this.#reach(kind, pk, ANY_CLASS);
  }

  each<T>(items: readonly T[], visit: (item: T) => void): void {
    let i = 0;
    this.#visits.push(() => {
      if (i < items.length) visit(items[i]);
      return ++i < items.length;
    });
  }

  eachArgs(visit: (args: readonly unknown[]) => void): void {
    this.#argsVisits.push(visit);
    for (const args of this.#args) visit(args);
  }

  #visit(schema: object, stored: unknown): void {
    const methods = resolveSchema(schema);
    let seen = this.#seen.get(methods);
    if (!seen) this.#seen.set(methods, (seen = new Set()));
    if (seen.has(stored)) return;
    seen.add(stored);
    if (saysWhatItReads(methods)) {
      methods.mark(stored, this);
    } else {
      const root = { schema: methods, stored };
      this.#custom.push(root);
      this.#readCustom(root);
    }
  }

  // --- rows

  #reachEntity(entity: EntityClass, pk: string): void {
    if (!this.#reach(entity.key, pk, entity) || !hasNested(entity)) return;
    this.#visits.push(() => this.#lookThrough(entity, pk));
  }

  /** Returns whether the row was new for this class. */
  #reach(kind: string, pk: string, reader: object): boolean {
    let rows = this.#rows.get(kind);
    if (!rows) this.#rows.set(kind, (rows = new Map<string, SmallSet<object>>()));
    const readers = rows.get(pk);
    if (isOneOf(readers, reader)) return false;
    rows.set(pk, add(readers, reader));
    return true;
  }

  #lookThrough(entity: EntityClass, pk: string): boolean {
    let before: object | undefined;
    for (const table of this.#tables) {
      const record = table.get(entity.key, pk);
      if (record && record !== before) this.#visitRecord(entity, record);
      before = record;
    }
    return false;
  }

  #visitRecord(entity: EntityClass, record: object): void {
    for (const { name, schema, deserializes } of entityPlan(entity).nested) {
      if (deserializes || !Object.hasOwn(record, name)) continue;
      this.unvisit(schema, (record as Record<string, unknown>)[name]);
    }
  }

  #visitKind(list: AllEntities, kind: string): void {
    const classOf = list.classOf(kind);
    for (const table of this.#tables) {
      const entries = table.entries(kind);
      this.#visits.push(() => {
        const { value, done } = entries.next();
        if (!done) this.#visitRecord(classOf(value[1]), value[1]);
        return !done;
      });
    }
  }

  // --- schemas without `mark`

  #readCustom({ schema, stored }: Root): void {
    for (const table of this.#tables) {
      const source: EntitySource = {
        get: (kind, pk) => {
          this.keep(kind, pk);
          return table.get(kind, pk);
        },
        forEach: (kind, visit) => {
          this.#kinds.add(kind);
          table.forEach(kind, visit);
        },
      };
      try {
        readSource(source, schema, stored, NO_ARGS);
      } catch {
        // Its observers get no value either.
      }
    }
  }

  // --- changes

  #follow(before: EntityTable, after: EntityTable): void {
    const changes = before.changesTo(after);
    let hasNews = false;
    for (const kind of changes.keys()) {
      const rows = this.#rows.get(kind);
      const classesOf = [...this.#alls]
        .filter((list) => kindsOf(list).has(kind))
        .map((list) => list.classOf(kind));
      changes.forEach(kind, (pk, record) => {
        if (!record) return;
        hasNews = true;
        for (const reader of listOf(rows?.get(pk))) {
          if (isEntity(reader)) this.#visitRecord(reader, record);
        }
        for (const classOf of classesOf) this.#visitRecord(classOf(record), record);
      });
    }
    if (hasNews) for (const root of this.#custom) this.#readCustom(root);
  }
}

function hasNested(entity: EntityClass): boolean {
  return entityPlan(entity).nested.length > 0;
}

/**
 * Whether a schema has a `mark` for its `denormalize`. A subclass with a `denormalize` of its own may
 * read something else.
 */
function saysWhatItReads(
  schema: SchemaMethods,
): schema is SchemaMethods & Required<Pick<SchemaMethods, 'mark'>> {
  let holder: object = schema;
  while (!Object.hasOwn(holder, 'denormalize')) holder = Object.getPrototypeOf(holder) as object;
  return Object.hasOwn(holder, 'mark');
}
