import type { ArraySchema } from './ArraySchema.ts';
import type { CollectionKey } from './collectionIdentity.ts';
import { Entity } from './Entity.ts';
import type { EntityClass } from './EntityClass.ts';
import { FILL_WITH_MEMBER } from './entityPlan.ts';
import { Values } from './Values.ts';

/** Stored form of the members: of a list in their order, of a map by name. */
export type CollectionRefs = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A member that a request has added. */
export interface Addition {
  readonly ref: unknown;
  /** Place in the store's order at which the request was sent. */
  readonly seq: number;
  /** How it was added, for example `push`. */
  readonly by: string;
}

/** What is stored of one list. */
export interface CollectionRecord {
  readonly args: CollectionKey;
  readonly members: CollectionRefs;
  /** The members that were added last, since the list was answered. */
  readonly added?: readonly Addition[];
  /** Identity of the last member of the last response, null for an empty list. The next page begins behind it. */
  readonly end?: unknown;
  /** The endpoint keys of the pages that were added since the list was fetched, in their order. */
  readonly pages?: readonly string[];
}

/** The schema of the members of a collection. */
export type CollectionInner = ArraySchema | Values;

/** The kind of rows that the lists of some members are stored in. */
export type CollectionRow = EntityClass & { readonly inner: CollectionInner };

const rows = new WeakMap<object, CollectionRow[]>();

/** The one kind of row for lists, or maps, of these members: collections of the same members share their lists. */
export function collectionRow(inner: CollectionInner): CollectionRow {
  // The cast holds: members are a class or a mapping.
  const members = inner.schema as object;
  const known = rows.get(members) ?? [];
  const found = known.find(
    ({ inner: other }) =>
      other.constructor === inner.constructor && other.schemaAttribute === inner.schemaAttribute,
  );
  if (found) return found;
  const row = makeRow(inner);
  rows.set(members, [...known, row]);
  return row;
}

function makeRow(inner: CollectionInner): CollectionRow {
  let kind: string | undefined;
  return class Row extends Entity {
    args = {};
    members = inner instanceof Values ? {} : [];

    /** Readers get the members. */
    static readonly [FILL_WITH_MEMBER] = fill;
    static readonly inner = inner;
    static override readonly schema = { members: inner };

    /** Once it is used it stays, also if `define()` adds members. */
    static override get key(): string {
      return (kind ??= kindOf(inner));
    }

    /** The list that is being read, for members that ask for it. */
    static override createIfValid({ members }: CollectionRecord): object {
      return Array.isArray(members) ? [] : (Object.create(null) as object);
    }

    static override merge(existing: CollectionRecord, incoming: CollectionRecord): object {
      return { ...incoming, args: existing.args };
    }
  };
}

function fill(list: object, members: unknown): void {
  if (!Array.isArray(list)) Object.assign(list, members);
  else for (const member of members as readonly unknown[]) list.push(member);
}

/** For example `[User]`, `{User}`, `[link:Link;post:Post]`. */
function kindOf(inner: CollectionInner): string {
  const members = inner.isPolymorphic
    ? Object.entries(inner.schema as Record<string, EntityClass>)
        .map(([name, { key }]) => `${name}:${key}`)
        .join(';')
    : (inner.schema as EntityClass).key;
  return inner instanceof Values ? `{${members}}` : `[${members}]`;
}

/** The row of the entity that a stored member stands for; `undefined` for an item without a schema. */
export function rowOfRef(
  inner: CollectionInner,
  ref: unknown,
): { readonly kind: string; readonly pk: string } | undefined {
  if (!inner.isPolymorphic) {
    return typeof ref === 'string'
      ? { kind: (inner.schema as EntityClass).key, pk: ref }
      : undefined;
  }
  const { id, schema } = Object(ref) as { readonly id?: unknown; readonly schema?: unknown };
  const entity = inner.mapped(schema) as EntityClass | undefined;
  return entity && typeof id === 'string' ? { kind: entity.key, pk: id } : undefined;
}
