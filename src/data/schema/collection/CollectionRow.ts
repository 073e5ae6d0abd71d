import { DEVELOPMENT } from '../../../shared/development.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type { ArraySchema } from '../ArraySchema.ts';
import { Entity } from '../Entity.ts';
import { LIST_OF_MEMBER, type ListOfMember } from '../entity/entityPlan.ts';
import { isEntity } from '../isEntity.ts';
import { nameOfShape } from '../nameOfShape.ts';
import { isOfKind } from '../Polymorphic.ts';
import { resolveSchema } from '../resolveSchema.ts';
import type { EntityClass, EntityMeta, NormalizeDelegate } from '../Schema.ts';
import type { Values } from '../Values.ts';
import type { CollectionRefs } from './CollectionMerge.ts';
import { type ListRules, ListShapes, type RuledRecord } from './ListRules.ts';

/** A member that a request added. */
export interface Addition {
  readonly ref: unknown;
  /** The `seq` of the request. */
  readonly seq: number;
  /** The change that added it, for example `push`. */
  readonly by: string;
}

/** The stored record of one list. */
export interface CollectionRecord extends RuledRecord {
  readonly members: CollectionRefs;
  /** The members that changes added since the list was fetched. */
  readonly added?: readonly Addition[];
  /**
   * Identity of the last member of the last response, null for an empty list. The next page begins
   * after it.
   */
  readonly end?: unknown;
  /**
   * Of a sorted list: the record of that member as it was then. What sorts before it is on a loaded
   * page, also when the member has left.
   */
  readonly last?: object | undefined;
  /** The same for the first member, if there may be pages before it. */
  readonly first?: object | undefined;
  /** The endpoint keys of the pages added since the list was fetched, in their order. */
  readonly pages?: readonly string[];
}

/** The schema of the members of a collection. */
export type CollectionInner = ArraySchema | Values;

/** The class of the rows that store lists of some members. */
export type CollectionRow = ReturnType<typeof makeRow>;

const rows = new WeakMap<object, CollectionRow[]>();

/**
 * The one row class for lists, or maps, of these members. Collections of the same members share
 * their lists.
 */
export function collectionRow(inner: CollectionInner): CollectionRow {
  // The cast holds: members are a class or a mapping.
  const members = inner.schema as object;
  const known = rows.get(members) ?? [];
  let row = known.find(
    ({ inner: other }) =>
      other.constructor === inner.constructor && other.schemaAttribute === inner.schemaAttribute,
  );
  if (!row) rows.set(members, [...known, (row = makeRow(inner))]);
  return row;
}

const shapes = new Map<string, ListShapes>();

function makeRow(inner: CollectionInner) {
  let rowKey: string | undefined;
  return class Row extends Entity {
    args = {};
    members = isOfKind(inner, 'Values') ? {} : [];

    /** Readers get the members, not the row. */
    static readonly [LIST_OF_MEMBER] = LIST;
    static readonly inner = inner;
    /** The rules of the collection that was declared first. */
    static rules: ListRules | undefined;
    static override readonly schema = { members: inner };

    /** Fixed on first use, also if `define()` adds members later. */
    static override get key(): string {
      return (rowKey ??= keyOf(inner));
    }

    /** Lists with one key share their shapes, whichever class writes them. */
    static get lists(): ListShapes {
      let known = shapes.get(this.key);
      if (!known) shapes.set(this.key, (known = new ListShapes(this.rules)));
      return known;
    }

    static override merge(existing: CollectionRecord, incoming: CollectionRecord): object {
      return { ...incoming, args: existing.args };
    }
  };
}

const LIST: ListOfMember = {
  begin: (members) => (Array.isArray(members) ? [] : (Object.create(null) as object)),
  fill(list, members) {
    if (!Array.isArray(list)) Object.assign(list, members);
    else for (const member of members as readonly unknown[]) list.push(member);
  },
};

/** For example `[User]`, `{User}`, `[link:Link;post:Post]`. */
function keyOf(inner: CollectionInner): string {
  const members = inner.isPolymorphic
    ? Object.entries(inner.schema as Record<string, EntityClass>)
        .map(([name, { key }]) => `${name}:${key}`)
        .join(';')
    : inner.entities()[0].key;
  return isOfKind(inner, 'Values') ? `{${members}}` : `[${members}]`;
}

/** The entity key of the rows with the numbers beside lists. */
export const countKeyOf = (listKey: string): string => `#${listKey}`;

/** Whether an entity key is that of the numbers beside lists. */
export const isCountKey = (key: string): boolean => key.startsWith('#');

/** A class that writes the same rows; `steps` replace those of the row class. */
function writerOf(row: EntityClass, steps: object): EntityClass {
  return Object.assign(class Writer extends row {}, steps);
}

/** The steps of a merge that a subclass of `Collection` may replace. */
export const MERGE_STEPS = ['merge', 'shouldReorder', 'mergeWithStore'] as const;

type MergeSteps = Readonly<Record<(typeof MERGE_STEPS)[number], (...lists: never[]) => unknown>>;

/** The class with which a collection writes its lists: that of the rows, unless `steps` are its own. */
export function listWriterOf(
  list: MergeSteps & { readonly row: EntityClass },
  steps: readonly (keyof MergeSteps)[],
): EntityClass {
  if (steps.length === 0) return list.row;
  // A step of the collection gets the members; that of the writer gets the records, after the meta of both.
  const own = steps.map((name) => {
    const step = (...records: readonly unknown[]): unknown => {
      const [existing, incoming] = records.slice(-2) as [CollectionRecord, CollectionRecord];
      const given = [...records.slice(0, -2), existing.members, incoming.members];
      const result = list[name](...(given as never[]));
      const isList = name !== 'shouldReorder';
      return isList ? { ...incoming, args: existing.args, members: result } : result;
    };
    return [name, step];
  });
  return writerOf(list.row, Object.fromEntries(own) as object);
}

/** A write that changes a known row: `change` returns its next record. */
interface RowChange {
  readonly change: (record: never) => object;
}

/** The classes that change rows: by a request, and by what follows from changes of records. */
const writers = new WeakMap<EntityClass, readonly [EntityClass, EntityClass]>();

/**
 * Changes the record of a known row, whatever is newer. The row keeps its meta: responses to later
 * requests replace it. `follows`: the change follows from changes of records. It is never in conflict: if
 * the records are, they are fetched once more, and the row follows again.
 */
export function changeRow(
  row: EntityClass,
  pk: string,
  delegate: NormalizeDelegate,
  change: RowChange['change'],
  follows = false,
): void {
  let known = writers.get(row);
  if (!known) {
    // The cast holds: records of the writers are changes of the stored one.
    const merge = (record: object, by: RowChange) => by.change(record as never);
    const writer = writerOf(row, {
      merge,
      mergeWithStore: (_old: unknown, _now: unknown, record: object, by: RowChange) =>
        merge(record, by),
      mergeMetaWithStore: (existing: EntityMeta) => existing,
    });
    // Requests are not in conflict about rows that decide themselves which write wins.
    writers.set(row, (known = [writer, writerOf(writer, { shouldUpdate: () => true })]));
  }
  delegate.mergeEntity(known[follows ? 1 : 0], pk, { change });
}

/**
 * The schema of the members of a collection. Throws `SB_SCHEMA_INVALID` if they are no entities.
 */
export function collectionInner(schema: unknown): CollectionInner {
  const isObject = typeof schema === 'object' && schema !== null;
  const inner = isObject ? resolveSchema(schema) : undefined;
  if (!isOfKind(inner, 'Array') && !isOfKind(inner, 'Values')) {
    const hint = DEVELOPMENT && isEntity(schema) ? `: did you mean [${schema.key}]?` : '';
    const got = isEntity(schema) ? `the entity ${schema.key}${hint}` : nameOfShape(schema);
    throw invalidCollection(`takes [Entity], schema.Array or schema.Values, got ${got}`);
  }
  if ('lensOf' in resolveSchema(inner.schema)) {
    const hint = DEVELOPMENT
      ? ': for columns use [scalar] or new schema.Values(scalar), or make the scalar a member of an entity'
      : '';
    throw invalidCollection(`holds entities${hint}`);
  }
  checkEntities(inner.entities());
  // The cast holds: those are the two classes.
  return inner as CollectionInner;
}

/** Throws unless all are entity classes. */
export function checkEntities(candidates: readonly unknown[]): void {
  if (!candidates.every(isEntity)) {
    throw invalidCollection('holds entities, or a mapping of entities with a schemaAttribute');
  }
}

/** The error of an invalid collection. */
export function invalidCollection(what: string): StreambedError {
  return new StreambedError('SB_SCHEMA_INVALID', `schema.Collection ${what}.`);
}
