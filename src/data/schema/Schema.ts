import type { PageNotes } from './collection/PageNotes.ts';

/** The meta of a row. Times are ms since epoch. `seq` orders writes; the clock never does. */
export interface EntityMeta {
  /** Position in the store's one order of requests and writes; the higher `seq` is newer. */
  readonly seq: number;
  /**
   * When the request of a read was sent. Data that is ordered by its arrival, such as the response to a
   * mutation or an event of a live source, has the time of that.
   */
  readonly fetchedAt: number;
  /** When the response arrived. */
  readonly receivedAt: number;
  /** When the record becomes stale. */
  readonly expiresAt: number;
}

/** The meta of a row, as walks see it. */
export interface WalkMeta extends EntityMeta {
  /**
   * Of a tainted row of which some members were brought since: the names of the others, and the meta
   * that they have. Without it, all members are tainted.
   */
  readonly tainted?: { readonly names: readonly string[]; readonly meta: EntityMeta } | undefined;
}

/** The stored and the incoming record, for the rules that merge them. */
export type MergeArgs<R = object> = readonly [
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
  existing: R,
  incoming: R,
];

/** An instance of an entity class. */
export interface EntityInstance {
  pk(
    parent?: unknown,
    key?: string,
    args?: readonly unknown[],
  ): string | number | bigint | null | undefined;
}

/** The static side of an entity class: what `class User extends Entity` has. */
interface EntityStatics {
  readonly key: string;
  readonly schema: { readonly [member: string]: unknown };
  readonly indexes: readonly string[];
  readonly clientId?: string | undefined;
  pk(value: object, parent?: unknown, key?: string, args?: readonly unknown[]): unknown;
  process(
    input: object,
    parent: unknown,
    key: string | undefined,
    args: readonly unknown[],
  ): object | undefined;
  merge(existing: object, incoming: object): object;
  mergeWithStore(...records: MergeArgs): object;
  mergeMetaWithStore(...records: MergeArgs): EntityMeta;
  validate(processed: object): string | undefined;
  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown;
  queryKey(args: readonly unknown[], delegate: QueryDelegate): string | undefined;
}

/** The type of an entity class, abstract ones included. */
export type EntityClass<I extends EntityInstance = EntityInstance> = EntityStatics & {
  readonly prototype: I;
} & (abstract new (...args: never[]) => I);

/** The errors that reject a response while it is normalized. Your own schemas use these codes. */
export type NormalizeProblem =
  | 'SB_ANSWER_EMPTY'
  | 'SB_ANSWER_SHAPE'
  | 'SB_CYCLE'
  | 'SB_DEPTH'
  | 'SB_ENTITY_INVALID'
  | 'SB_LENS_MISSING'
  | 'SB_PK_MISSING'
  | 'SB_SCHEMA_INVALID';

/** A schema of lists: one schema for all items, or an attribute that chooses from several. */
export interface ItemSchema {
  readonly schema: unknown;
  readonly schemaAttribute: unknown;
  normalizeItem(
    value: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
    segment: string | number | null,
  ): unknown;
}

/** What a schema gets while a response is cut into entities. */
export interface NormalizeDelegate {
  /** Arguments of the endpoint call. */
  readonly args: readonly unknown[];
  /** Of a removal: the arguments without those that name what is removed; `undefined`: not known. */
  readonly parentArgs?: readonly unknown[] | undefined;
  /**
   * The processed object of the entity that contains the schema's value; `undefined` outside of
   * entities.
   */
  readonly owner: object | undefined;
  /** The number of schemas around this one: 0 for the schema of the whole response. */
  readonly depth: number;
  /**
   * Normalizes a member and returns what to store for it. `segment` is the member's part of the
   * path in error messages. Default: `key`. Pass `null` if the value has the same path as its
   * container.
   */
  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string | undefined,
    segment?: string | number | null,
  ): unknown;
  /** @internal Normalizes the items of a list. Returns what to store, without undefined items. */
  visitItems(
    list: ItemSchema,
    items: readonly unknown[],
    parent: unknown,
    key: string | undefined,
  ): unknown[];
  /** @internal Normalizes one object of an entity class by its rules. Returns the primary key. */
  visitEntity(
    schema: EntityClass,
    input: unknown,
    parent: unknown,
    key: string | undefined,
  ): string;
  /** Adds the record to the entities of `schema` and merges it with the stored one. */
  mergeEntity(schema: EntityClass, pk: string, record: object): void;
  /** The stored record of an entity, including what this pass has already written. */
  getEntity(key: string, pk: string): object | undefined;
  /** The `seq` of the mutation whose response this is; `undefined` for anything else. */
  readonly sentSeq: number | undefined;
  /** Visits the stored records of an entity key, in insertion order. */
  forEachEntity(key: string, visit: (record: object, pk: string) => void): void;
  /** @internal How the response affects paginated lists; `undefined` if this is no response. */
  readonly pages?: PageNotes | undefined;
  /**
   * Declares that the response affects lists that are not known yet. Reads that overlap with
   * another such request are fetched once more.
   */
  touchUnknown(key: string): void;
  /** @internal What the walk writes to; `undefined` for a walk without a store. */
  readonly draft?: WalkDraft | undefined;
  /** @internal The order of the request or write; `undefined` for a walk without a store. */
  readonly meta?: EntityMeta & { readonly oldestInFlight?: number | undefined };
  /** Removes the entity. `input`: what the response says of it, which may have its version. */
  invalidate(schema: EntityClass, pk: string, input?: unknown): void;
  /**
   * Records that all entities of the class were requested, so that an empty list is a valid result.
   * `written` runs when the whole response was written.
   */
  declareKind(schema: EntityClass, written?: () => void): void;
  /** Throws a typed error that names the endpoint and the path. */
  fail(code: NormalizeProblem, what: string): never;
}

/** What a record is found by. Equal records have the same tokens. */
export type RecordTokens = (record: object) => readonly unknown[];

/** @internal Follows the records of one entity key that a walk changes. */
export interface RecordFollower {
  /**
   * A record was changed or, without `after`, removed; without `before`, it is there again. A tainted
   * record may be the same.
   */
  changed(pk: string, before: object | undefined, after: object | undefined): void;
  /** The record of `pk` is another one, which has this new primary key, too: if that was removed, it is not there again. */
  renamed(pk: string, to: string, before: object, after: object): void;
  /** The walk brought a record, but the stored one is newer; without `stored`, a removal is. */
  outdated(pk: string, brought: object, stored: object | undefined): void;
  /** Calls back with each row in which an entity with this record may be missing. */
  mayLack(pk: string, record: object, visit: (key: string, pk: string) => void): void;
  /** The walk has ended. */
  end(): void;
}

/** @internal A walk that writes to a store. */
export interface StoreWalk extends NormalizeDelegate {
  readonly draft: WalkDraft;
  /** The walk stores the response to a read. Its changes may be older than other reads. */
  readonly isRead: boolean;
  readonly meta: Required<NormalizeDelegate>['meta'];
  /** The pks of the stored records that have all of the tokens. */
  search(key: string, tokensOf: RecordTokens, tokens: readonly unknown[]): readonly string[];
  /** The tokens of the stored records that are objects. */
  objectTokens(key: string, tokensOf: RecordTokens): Iterable<unknown>;
}

/** The commit of a walk: rows, and slots for data of schemas that changes with them. */
export interface WalkDraft {
  /** The record before this commit; `undefined`: the entity was unknown, or removed. */
  before(key: string, pk: string): object | undefined;
  /** The confirmed state if an optimistic layer is written. */
  readonly confirmed: object | undefined;
  readonly slots: ReadonlyMap<object, unknown>;
  put(slot: { readonly initial: unknown }, value: unknown): void;
  meta(key: string, pk: string): WalkMeta | undefined;
  /** The meta of the row before this commit. */
  metaBefore(key: string, pk: string): WalkMeta | undefined;
  /** Has results that show the row fetched once more, if they were requested before `seq`. */
  taint(key: string, pk: string, seq: number): void;
}

/** What a schema gets while stored data is turned back into values. */
export interface DenormalizeDelegate {
  /**
   * Arguments of the endpoint or query call. Throws `SB_ARGS_UNDECLARED` for a schema that does not
   * declare `readsArgs`.
   */
  readonly args: readonly unknown[];
  /**
   * Denormalizes a member. Returns `undefined` for a missing entity and `INVALID` for a removed
   * one.
   */
  unvisit(schema: unknown, stored: unknown): unknown;
  /**
   * The record of an entity that is not removed. Read the entity, too: only that makes the value
   * follow its changes.
   */
  getEntity(key: string, pk: string): object | undefined;
  /**
   * The value of a memo. There is one memo per schema and stored form, and it lives as long as its
   * value is in use. `create` makes it on the first read. If the schema declares `readsArgs`, there
   * is one memo for each key of arguments, and `create` gets the arguments.
   */
  memo(schema: object, stored: unknown, create: (args: readonly unknown[]) => Memo): unknown;
  /** All entities of `list`, in insertion order. */
  all(list: AllEntities): readonly unknown[];
  /**
   * Whether a list is still empty because one of its members is reading it. Present only where
   * values are memoized.
   */
  isUnfinished?(value: unknown): boolean;
}

/** What a schema remembers with a value, see {@link DenormalizeDelegate.memo}. */
export interface Memo {
  /** Computes the value. Runs again when something that it read has changed. */
  make(delegate: DenormalizeDelegate): unknown;
  /** What a read inside of `make` returns when it reads this value. Throws if there is none. */
  provisional(): unknown;
}

/** All entities of one or several classes, as one list. */
export interface AllEntities {
  /** The entity classes. */
  entities(): readonly EntityClass[];
  /** Returns the function that chooses the class of a row with this entity key. */
  classOf(key: string): (record: object) => EntityClass;
  /** Whether another schema reads the same list. */
  readsSame(other: unknown): boolean;
}

/**
 * What a schema gets while the garbage collector looks for reachable rows. Its reads return no
 * values.
 */
export interface MarkDelegate extends DenormalizeDelegate {
  unvisit(schema: unknown, stored: unknown): undefined;
  /** Keeps a row, without the rows nested in it. */
  keep(key: string, pk: string): void;
}

/** What a schema gets to find out whether the cache has its data. */
export interface QueryDelegate {
  /** The stored form that another schema finds for the arguments. */
  queryKey(schema: unknown, args: readonly unknown[]): unknown;
  /** Whether the table has a row of the entity, present or removed. */
  hasEntity(key: string, pk: string): boolean;
  /** Whether entities of the class were ever stored or requested. */
  hasKind(key: string): boolean;
  /** The first pk whose record has `value` in `field`. */
  findPk(key: string, field: string, value: unknown): string | undefined;
  /** The record of an entity that is not removed. */
  getEntity(key: string, pk: string): object | undefined;
  /** Marks the result as incomplete: it is shown and fetched in the background. */
  markIncomplete(): void;
  /**
   * Set to true if an object lacks a member. An endpoint then has no data, because its type
   * promises every member. Look-ups and the functions of queries get the members that are known.
   */
  lacksMember: boolean;
}

/** A member of an entity. */
export interface MemberPlace {
  readonly entity: EntityClass;
  readonly pk: string;
  readonly name: string;
  /** The stored form of the member, if the entity is known. */
  readonly known?: unknown;
  /** Another class with the key has declared the member, not `entity`. */
  readonly isForeign?: boolean | undefined;
}

/** The schema of a request whose empty response does not name the changed rows. */
export interface OpenChange {
  /** Adds the rows that the request may have changed. */
  addOpenRows(
    rows: { add(key: string, pk: string): void },
    args: readonly unknown[],
    table: { entries(key: string): Iterable<readonly [pk: string, record: object]> },
  ): void;
}

/**
 * A schema: any object with the first three methods. `normalize` cuts the input into entities and
 * returns what to store. `denormalize` turns that back into values. `queryKey` returns what
 * `normalize` would have stored, or `undefined` if the cache does not have it.
 */
export interface SchemaMethods<T = unknown> {
  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): unknown;
  denormalize(stored: unknown, delegate: DenormalizeDelegate): T;
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown;
  /**
   * Runs instead of `normalize` if the value is a member of an entity, also for null. Default:
   * `normalize`.
   */
  normalizeMember?(value: unknown, place: MemberPlace, delegate: NormalizeDelegate): unknown;
  /**
   * Runs when an entity with this schema as a member is looked up. It may mark the result as
   * incomplete.
   */
  queryMember?(place: MemberPlace, args: readonly unknown[], delegate: QueryDelegate): void;
  /**
   * Whether the value of a stored object gets a memo of its own. Default: true. Return false if
   * another schema or `delegate.memo` memoizes it.
   */
  memoizes?(stored: object): boolean;
  /**
   * Whether another schema object reads the same values. Default: false, except for the same
   * object.
   */
  readsSame?(other: unknown): boolean;
  /**
   * @internal What schemas of one class differ in. `stores`: of that, what the stored form depends
   * on.
   */
  comparable?(stores: boolean): readonly unknown[];
  /**
   * Declares that `denormalize` reads `delegate.args`. True: reads with equal arguments share a
   * value. A function: reads for which it returns the same text or number share a value, so
   * `denormalize` may use nothing else of the arguments. Default: what the schemas in `schema`
   * declare. False: `denormalize` reads nothing of those either.
   */
  readonly readsArgs?: boolean | ((args: readonly unknown[]) => unknown);
  /** The schema that this one contains, or an array or object of several. */
  readonly schema?: unknown;
  /**
   * Tells the garbage collector what `denormalize` reads. Override both together. Default: runs
   * `denormalize` and keeps what it reads.
   */
  mark?(stored: unknown, delegate: MarkDelegate): void;
}

/** Runs on a member when it is read, for example `Number` or `(text: string) => new Date(text)`. */
export type Deserializer<T = unknown> = (value: never) => T;

/**
 * Everything that can describe a value: an entity class, a schema object, the shorthands `[S]` and
 * `{ name: S }`, or a function that deserializes. Other values inside of `{…}` are type hints, and
 * defaults when the object is inferred.
 */
export type Schema =
  | EntityClass
  | SchemaMethods
  | Deserializer
  | readonly [Schema]
  | readonly Schema[]
  | { readonly [member: string]: unknown };
