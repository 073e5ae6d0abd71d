import type { AnswerProblem } from './answerProblems.ts';
import type { EntityClass } from './EntityClass.ts';
import type { PageNotes } from './PageNotes.ts';

/** What a schema is given while an answer is cut into entities. */
export interface NormalizeDelegate {
  /** Arguments of the endpoint call. */
  readonly args: readonly unknown[];
  /** The entity, as it was answered and processed, among whose members the schema that runs stands; `undefined` outside of entities. */
  readonly owner: object | undefined;
  /** How many schemas stand around the one that runs: 0 for that of the whole answer. */
  readonly depth: number;
  /**
   * Normalizes a member; gives what to store in its place. `segment` names the place in error messages: default `key`, `null` where the
   * value stands in the same place as what contains it.
   */
  visit(
    schema: unknown,
    value: unknown,
    parent: unknown,
    key: string,
    segment?: string | number | null,
  ): unknown;
  /** Normalizes a member of an entity; the schemas in it are given `owner`. */
  visitOwned(owner: object, schema: unknown, value: unknown, key: string): unknown;
  /** A primary key for an entity that has none; only where an optimistic answer is normalized. */
  placeholderPk(): string | undefined;
  /**
   * The record that is stored for the entity, where one that brings nothing else would be merged into that very record: then there is no
   * need to make another one. `undefined` where it must be made.
   */
  known(schema: EntityClass, pk: string): object | undefined;
  /** Adds the record to the entities of `schema`, merged with what is known; `known`: it is, with that very record. */
  mergeEntity(schema: EntityClass, pk: string, record: object, known?: object): void;
  /** What is stored of an entity, with all that this pass has brought so far. */
  getEntity(kind: string, pk: string): object | undefined;
  /** Place in the store's order at which the mutation was sent whose answer this is; `undefined` for anything else. */
  readonly sentSeq: number | undefined;
  /** Visits what is stored of the entities of a kind, in insertion order. */
  forEachEntity(kind: string, visit: (record: object, pk: string) => void): void;
  /** @internal What the response does to lists that are read in pages; `undefined` for what is no response. */
  readonly pages?: PageNotes | undefined;
  /** Says that the answer tells of lists that are not known yet: of two requests that overlap and say so, reads are asked once more. */
  touchUnknown(kind: string): void;
  /** True if this pass has made the entity of this very input: objects may contain each other in circles. */
  isRepeat(schema: EntityClass, pk: string, input: object): boolean;
  /** Removes the entity. */
  invalidate(schema: EntityClass, pk: string): void;
  /** Records that all entities of the kind were asked for, so that none is an answer too. */
  declareKind(schema: EntityClass): void;
  /** Throws a typed error that names endpoint and place. */
  fail(code: AnswerProblem, what: string): never;
}

/** What a schema is given while stored data is turned back into values. */
export interface DenormalizeDelegate {
  /** Arguments of the endpoint or query call. */
  readonly args: readonly unknown[];
  /**
   * What `keyOf` makes of the arguments. A value for which this is all that was asked of them is shared by all readers for whom it is the
   * same; after `args`, by those with equal arguments. `keyOf` has to be the same function each time.
   */
  argsKey(keyOf: (args: readonly unknown[]) => string | undefined): string | undefined;
  /** Denormalizes a member; gives `undefined` for a missing and `INVALID` for a removed entity. */
  unvisit(schema: unknown, stored: unknown): unknown;
  /**
   * The value of a memo: one per schema, stored form and equal arguments, which lives as long as the value has readers. `create` makes it
   * for the first of them.
   */
  memo(schema: object, stored: unknown, create: (args: readonly unknown[]) => Memo): unknown;
  /** All entities of `list`, in insertion order. */
  all(list: AllEntities): readonly unknown[];
  /** Whether a list has no members yet, because one of them has asked for it. Only where values are memoized. */
  isUnfinished?(value: unknown): boolean;
}

/** What a schema remembers beside a value, see {@link DenormalizeDelegate.memo}. */
export interface Memo {
  /** Makes the value, again whenever something that it has read is another one. */
  make(delegate: DenormalizeDelegate): unknown;
  /** What a reader within `make` gets; throws if there is nothing to give. */
  provisional(): unknown;
}

/** All entities of one or several kinds, as one list. */
export interface AllEntities {
  /** Their classes. */
  entities(): readonly EntityClass[];
  /** Says which class a row of a kind is read with. */
  classOf(kind: string): (record: object) => EntityClass;
  /** Whether another schema is the same list. */
  readsSame(other: unknown): boolean;
}

/** What a schema is given while the garbage collector looks for the rows that can be read. As a delegate it gives no values. */
export interface MarkDelegate extends DenormalizeDelegate {
  unvisit(schema: unknown, stored: unknown): undefined;
  /** Keeps a row, and nothing that is nested in it. */
  keep(kind: string, pk: string): void;
  /** Visits the items of a long list, a few at a time. */
  each<T>(items: readonly T[], visit: (item: T) => void): void;
  /** Visits the arguments of every reader: now those that are known, later those that come. */
  eachArgs(visit: (args: readonly unknown[]) => void): void;
}

/** What a schema is given to find out whether the cache can answer without a request. */
export interface QueryDelegate {
  /** Stored form of the answer of another schema. */
  queryKey(schema: unknown, args: readonly unknown[]): unknown;
  /** Whether a row, live or removed, is known. */
  hasEntity(key: string, pk: string): boolean;
  /** Whether entities of the kind were ever seen or asked for. */
  hasKind(key: string): boolean;
  /** First pk whose record has `value` in `field`. */
  findPk(key: string, field: string, value: unknown): string | undefined;
  /** The record of a live row. */
  getEntity(key: string, pk: string): object | undefined;
  /** Says that the answer may lack something: it is shown, and asked for in the background. */
  markIncomplete(): void;
  /**
   * True once an object lacks a member. The types of endpoints promise every member, so there is no data for them; look-ups and the functions
   * of queries are given what is known.
   */
  lacksMember: boolean;
}

/** A member of an entity. */
export interface MemberPlace {
  readonly entity: EntityClass;
  readonly pk: string;
  readonly name: string;
  /** Stored form of the member, where the entity is known. */
  readonly known?: unknown;
}

/**
 * A schema: any object with the first three of these methods. `normalize` cuts input into entities and gives what to store,
 * `denormalize` turns that back into values, `queryKey` gives what `normalize` would have stored if the cache
 * can answer, else `undefined`.
 */
export interface SchemaMethods<T = unknown> {
  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): unknown;
  denormalize(stored: unknown, delegate: DenormalizeDelegate): T;
  queryKey(args: readonly unknown[], delegate: QueryDelegate): unknown;
  /** Takes the place of `normalize` where the value is a member of an entity, null included. Default: `normalize`. */
  normalizeMember?(value: unknown, place: MemberPlace, delegate: NormalizeDelegate): unknown;
  /** Is told that an entity which has the schema as a member is looked up, and may say that the answer is not complete. */
  queryMember?(place: MemberPlace, args: readonly unknown[], delegate: QueryDelegate): void;
  /** Whether the value of a stored object is memoized by itself. Default: true. False where another schema memoizes it, or `memo`. */
  memoizes?(stored: object): boolean;
  /** Whether another schema object reads the same. Default: only this one does. */
  readsSame?(other: unknown): boolean;
  /**
   * Asks the garbage collector's delegate for what `denormalize` reads. It belongs to the `denormalize` of the same class. Default:
   * `denormalize` runs, and what it reads is kept.
   */
  mark?(stored: unknown, delegate: MarkDelegate): void;
}

/** Runs on a member when it is read, for example `Number` or `(text: string) => new Date(text)`. */
export type Deserializer<T = unknown> = (value: never) => T;

/**
 * Everything that can describe a value: an entity class, a schema object, the shorthands `[S]` and `{ name: S }`, or a
 * function that deserializes. Other values inside `{…}` are hints for types and defaults for inference.
 */
export type Schema =
  | EntityClass
  | SchemaMethods
  | Deserializer
  | readonly [Schema]
  | readonly Schema[]
  | { readonly [member: string]: unknown };
