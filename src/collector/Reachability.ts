import { kindsOf } from '../normalize/allMembers.ts';
import { DenormalizeWalk } from '../normalize/DenormalizeWalk.ts';
import type { EntitySource } from '../normalize/EntitySource.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { entityPlan } from '../schema/entityPlan.ts';
import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { AllEntities, MarkDelegate, SchemaMethods } from '../schema/Schema.ts';
import { usablePk } from '../schema/usablePk.ts';
import { isOneOf, listOf, type OneOrMany, withOne } from '../shared/oneOrMany.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { Root } from '../streams/Root.ts';

/** Stands for whoever may read a row with any class. */
const ANYBODY = {};

const NO_ARGS: readonly unknown[] = [];

/**
 * Which rows can be reached from roots. It is worked out step by step; between two steps rows and roots may change. Lists and objects are
 * looked through as they are stored, no instance is made. Schemas that do not say what they read are read as by their readers: what that looks
 * at is reached.
 */
export class Reachability implements MarkDelegate {
  readonly args = NO_ARGS;
  #tables: readonly EntityTable[] = [];
  /** By kind and primary key, with the classes that the row is read with. */
  readonly #rows = new Map<string, Map<string, OneOrMany<object>>>();
  /** The kinds of which all rows are reached. */
  readonly #kinds = new Set<string>();
  readonly #alls = new Set<AllEntities>();
  /** What was looked through, by schema. */
  readonly #seen = new Map<object, Set<unknown>>();
  /** What is read with schemas that do not say what they read. */
  readonly #foreign: Root[] = [];
  /** The arguments of readers, and who is told of them. */
  readonly #args = new Set<readonly unknown[]>();
  readonly #argsVisits: ((args: readonly unknown[]) => void)[] = [];
  /** Rows that are reached and not looked through yet, class and primary key in turn. */
  readonly #waiting: (EntityClass | string)[] = [];
  /** Lists and kinds that are being looked through. */
  readonly #cursors: Iterator<unknown>[] = [];

  /** Takes over how things are now. Of `tables`, each may hold another version of a row. */
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

  /** Looks through about `count` rows; gives how many are left of that number: 0 if it has not come to an end. */
  run(count: number): number {
    let left = count;
    while (left > 0) {
      const pk = this.#waiting.pop();
      if (pk !== undefined) {
        // Under the primary key is the class.
        this.#lookThrough(this.#waiting.pop() as EntityClass, pk as string);
      } else {
        const cursor = this.#cursors.pop();
        if (!cursor) return left;
        if (!cursor.next().done) this.#cursors.push(cursor);
      }
      left--;
    }
    return 0;
  }

  /** Whether a row, live or removed, was reached by itself. */
  has(kind: string, pk: string): boolean {
    return this.#rows.get(kind)?.has(pk) ?? false;
  }

  /** Whether all rows of a kind are reached. */
  hasKind(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  // --- as a delegate: schemas ask for what they hold, and are given nothing

  unvisit(schema: unknown, stored: unknown): undefined {
    if (stored === undefined || stored === null || schema === undefined || schema === null) return;
    if (isEntity(schema)) {
      const pk = usablePk(stored);
      if (pk !== undefined) this.#reachEntity(schema, pk);
    } else if (typeof schema === 'object') {
      this.#visit(schema, stored);
    }
  }

  argsKey(): undefined {
    return undefined;
  }

  memo(): undefined {
    return undefined;
  }

  all(list: AllEntities): readonly unknown[] {
    if (this.#alls.has(list)) return NO_ARGS;
    this.#alls.add(list);
    const entities = list.entities();
    for (const { key } of entities) this.#kinds.add(key);
    if (entities.some(hasNested)) this.#cursors.push(this.#lookThroughAll(list));
    return NO_ARGS;
  }

  keep(kind: string, pk: string): void {
    this.#reach(kind, pk, ANYBODY);
  }

  each<T>(items: readonly T[], visit: (item: T) => void): void {
    this.#cursors.push(visitEach(items, visit));
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
      this.#foreign.push(root);
      this.#readForeign(root);
    }
  }

  // --- rows

  #reachEntity(entity: EntityClass, pk: string): void {
    if (!this.#reach(entity.key, pk, entity) || !hasNested(entity)) return;
    this.#waiting.push(entity, pk);
  }

  /** Says whether that is news. */
  #reach(kind: string, pk: string, reader: object): boolean {
    let rows = this.#rows.get(kind);
    if (!rows) this.#rows.set(kind, (rows = new Map<string, OneOrMany<object>>()));
    const readers = rows.get(pk);
    if (isOneOf(readers, reader)) return false;
    rows.set(pk, withOne(readers, reader));
    return true;
  }

  #lookThrough(entity: EntityClass, pk: string): void {
    let before: object | undefined;
    for (const table of this.#tables) {
      const record = table.get(entity.key, pk);
      if (record && record !== before) this.#lookInto(entity, record);
      before = record;
    }
  }

  #lookInto(entity: EntityClass, record: object): void {
    for (const { name, schema, deserializes } of entityPlan(entity).nested) {
      if (deserializes || !Object.hasOwn(record, name)) continue;
      this.unvisit(schema, (record as Record<string, unknown>)[name]);
    }
  }

  *#lookThroughAll(list: AllEntities): Generator<void> {
    const tables = [...this.#tables];
    for (const kind of kindsOf(list)) {
      const classOf = list.classOf(kind);
      for (const table of tables) {
        for (const [, record] of table.entries(kind)) {
          this.#lookInto(classOf(record), record);
          yield;
        }
      }
    }
  }

  // --- schemas that do not say what they read

  #readForeign({ schema, stored }: Root): void {
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
        new DenormalizeWalk(source, NO_ARGS).unvisit(schema, stored);
      } catch {
        // Its readers are shown nothing either.
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
          if (isEntity(reader)) this.#lookInto(reader, record);
        }
        for (const classOf of classesOf) this.#lookInto(classOf(record), record);
      });
    }
    if (hasNews) for (const root of this.#foreign) this.#readForeign(root);
  }
}

function hasNested(entity: EntityClass): boolean {
  return entityPlan(entity).nested.length > 0;
}

function* visitEach<T>(items: readonly T[], visit: (item: T) => void): Generator<void> {
  for (const item of items) {
    visit(item);
    yield;
  }
}

/** Whether a schema has a `mark` that knows its `denormalize`: a class with another `denormalize` may read something else. */
function saysWhatItReads(
  schema: SchemaMethods,
): schema is SchemaMethods & Required<Pick<SchemaMethods, 'mark'>> {
  let holder: object = schema;
  while (!Object.hasOwn(holder, 'denormalize')) holder = Object.getPrototypeOf(holder) as object;
  return Object.hasOwn(holder, 'mark');
}
