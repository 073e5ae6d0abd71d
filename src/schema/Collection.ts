import { isPlainObject } from '../shared/isPlainObject.ts';
import { type ChangeRules, CollectionChange } from './CollectionChange.ts';
import { type CollectionIdentity, identityOfCall } from './collectionIdentity.ts';
import { checkEntities, collectionInner, invalidCollection } from './collectionInner.ts';
import { append, assign, type CollectionRef, unshift } from './CollectionMerge.ts';
import type {
  CollectionFilter,
  CollectionMember,
  CollectionMembers,
  CollectionOptions,
  CreateFilter,
  IsList,
  MergeOf,
} from './CollectionOptions.ts';
import { CollectionPage } from './CollectionPage.ts';
import {
  type CollectionInner,
  type CollectionRecord,
  type CollectionRefs,
  type CollectionRow,
  collectionRow,
} from './CollectionRow.ts';
import { listEndpoint } from './listEndpoint.ts';
import { listWriter } from './CollectionWriter.ts';
import type { Denormalize } from './Denormalize.ts';
import type { EntityClass } from './EntityClass.ts';
import type { EntityMeta } from './EntityMeta.ts';
import type {
  DenormalizeDelegate,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from './Schema.ts';
import { endOf, notePages } from './pageEnd.ts';
import { Values } from './Values.ts';

type Args = readonly unknown[];

/** What a call without `argsKey` takes. */
export type DefaultArgs = readonly [args?: object];

/** `T` where `S` is a list; else the type says what is wrong. */
type ForLists<S, T> = IsList<S> extends true ? T : 'This is a map: use assign.';
type ForMaps<S, T> = IsList<S> extends true ? 'This is a list: use push or unshift.' : T;

/**
 * A list or map of entities that has an identity: its named arguments. Wherever it is answered with equal arguments – at the top, in an
 * object, nested in an entity – it is one list, and reading it gives the same array. Requests change it by `push`, `unshift`, `assign`,
 * `remove`, `move`, `getPage`, which are schemas themselves.
 *
 * - `new schema.Collection([User])`, `new schema.Collection(new schema.Values(User))`, with `schema.Union` or a mapping for several kinds.
 * - An answer replaces the list if it was asked for later than what is known. An earlier one changes nothing.
 * - Members that were removed or are not valid are left out. The array is another one only if a member, the order or the membership changed.
 * - A look-up with arguments under which nothing was answered gives `undefined`.
 *
 * Throws `SB_SCHEMA_INVALID` for members that are no entities, `SB_COLLECTION_ARGS` for calls whose arguments do not name a list.
 */
export class Collection<
  S extends CollectionMembers = CollectionMembers,
  A extends Args = DefaultArgs,
  P = Readonly<Record<string, unknown>>,
> {
  /** The schema of the members, as it was given. */
  readonly schema: S;
  /** @internal */
  readonly inner: CollectionInner;
  /** @internal */
  readonly row: CollectionRow;
  readonly #options: CollectionOptions<A, P>;
  #writer: EntityClass | undefined;

  // --- changes; a subclass may assign others: `this.move = this.moveWith(unshift)`

  /** Adds members at the end of all lists that they match; those that are there keep their place. */
  push: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Adds members at the start of all lists that they match; those that are there keep their place. */
  unshift: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Puts members into all maps that they match, under the names that are given. */
  assign: ForMaps<S, CollectionChange<Denormalize<S>, A>>;
  /** Takes members out of all lists that they match; also bare primary keys. The entities stay. */
  remove: CollectionChange<CollectionMember<S>, A>;
  /** Takes members out of the lists that they do not match any more, and adds them to those that they do. */
  move: CollectionChange<CollectionMember<S>, A>;
  /** Adds one more page to the known list that has the most of the arguments; without any, it begins one. */
  getPage: CollectionPage<Denormalize<S>, A>;

  constructor(schema: S, options: CollectionOptions<A, P> = {}) {
    this.schema = schema;
    this.inner = collectionInner(schema);
    this.row = collectionRow(this.inner);
    this.#options = options;
    if (options.createCollectionFilter && options.nonFilterArgumentKeys) {
      throw invalidCollection('takes createCollectionFilter or nonFilterArgumentKeys, not both');
    }
    const add = (name: string, merge: unknown, forMap = false): never => {
      const other = forMap ? 'a list: use push or unshift' : 'a map: use assign';
      const refusal = this.isMap === forMap ? undefined : `is ${other} in place of ${name}`;
      // The casts hold: the types of the changes say which are for lists, which for maps.
      return this.#make({
        effect: 'add',
        name,
        merge: merge as ChangeRules['merge'],
        refusal,
      }) as never;
    };
    const merge = this.#atEnd;
    this.push = add('push', append);
    this.unshift = add('unshift', unshift);
    this.assign = add('assign', assign, true);
    this.remove = this.#make({ effect: 'remove', name: 'remove', merge });
    this.move = this.#make({ effect: 'move', name: 'move', merge });
    this.getPage = this.#makePage(undefined);
  }

  /** Name of the table that the lists of these members are in, for example `[User]`. */
  get key(): string {
    return this.row.key;
  }

  /** Merges `definition` into the mapping of the members; for schemas that refer to each other. */
  define(definition: object): void {
    checkEntities(Object.values(definition));
    this.inner.define(definition);
  }

  // --- identity

  /** Primary key of the list that `args` name, or that stands under `key` in the entity `parent`. */
  pk(_value: unknown, parent: object | undefined, key: string, args: Args): string {
    return this.identity(args, key, parent).pk;
  }

  /** @internal */
  identity(args: Args, key: string, owner: object | undefined): CollectionIdentity {
    return identityOfCall(this.#options, this.key, { args, key, owner });
  }

  // --- what a subclass may override

  /** The members of a list after an answer that is the later one. Default: those of the answer. */
  merge(_existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
    return incoming;
  }

  /** True if the answer is older than what is stored, which then wins. Default: decided by `seq`. */
  shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    _existing: CollectionRefs,
    _incoming: CollectionRefs,
  ): boolean {
    return incomingMeta.seq < existingMeta.seq;
  }

  /** Joins an answer with what is stored. Default: `shouldReorder`, `merge`. */
  mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: CollectionRefs,
    incoming: CollectionRefs,
  ): CollectionRefs {
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? this.merge(incoming, existing)
      : this.merge(existing, incoming);
  }

  /** Whether an argument says nothing of the members. Default: the option, else whether the name begins with `order`. */
  protected nonFilterArgumentKeys(name: string): boolean {
    const { nonFilterArgumentKeys: own } = this.#options;
    if (own === undefined) return name.startsWith('order');
    if (typeof own === 'function') return own(name);
    return own instanceof RegExp ? name.search(own) >= 0 : own.includes(name);
  }

  /** Decides which lists get a member; `undefined`: those of which all arguments equal those of the member or the call. */
  protected createCollectionFilter(
    ...args: readonly Readonly<Record<string, unknown>>[]
  ): CollectionFilter | undefined {
    return this.#options.createCollectionFilter?.(...args);
  }

  /** @internal */
  readonly filters = (name: string): boolean => !this.nonFilterArgumentKeys(name);

  /** @internal */
  readonly filterFor = (...args: readonly Readonly<Record<string, unknown>>[]) =>
    this.createCollectionFilter(...args);

  // --- as a schema

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { args, pk } = this.identity(delegate.args, key, delegate.owner);
    const members = this.membersOf(input, parent, key, delegate);
    const known = delegate.getEntity(this.key, pk) as CollectionRecord | undefined;
    // Members that were added meanwhile could not be put into it.
    if (!known) delegate.touchUnknown(this.key);
    const writer = (this.#writer ??= this.#makeWriter());
    delegate.mergeEntity(writer, pk, { args, members, end: endOf(members) });
    if (known?.pages) notePages(known.pages, delegate.getEntity(this.key, pk), delegate);
    return pk;
  }

  /** @internal The stored form of answered members. */
  membersOf(
    input: unknown,
    parent: unknown,
    key: string,
    delegate: NormalizeDelegate,
  ): CollectionRefs {
    const members = this.inner.normalize(input, parent, key, delegate) as CollectionRefs;
    return Array.isArray(members) && members.includes(null)
      ? members.filter((ref) => ref !== null)
      : members;
  }

  /** Collections without rules of their own share one writer: it merges as the rows do. */
  #makeWriter(): EntityClass {
    const defaults = Collection.prototype;
    const ownOrder = this.shouldReorder !== defaults.shouldReorder;
    const ownJoin = this.mergeWithStore !== defaults.mergeWithStore;
    if (this.merge === defaults.merge && !ownOrder && !ownJoin) return this.row;
    return listWriter(this.row, {
      merge: (existing, incoming) => this.merge(existing, incoming),
      ...(ownOrder && { shouldReorder: (...step) => this.shouldReorder(...step) }),
      ...(ownJoin && { mergeWithStore: (...step) => this.mergeWithStore(...step) }),
    });
  }

  denormalize(stored: unknown, delegate: DenormalizeDelegate): Denormalize<S> {
    // The casts hold: the members of the list are what its schema reads.
    if (typeof stored !== 'string') return stored as Denormalize<S>;
    return delegate.unvisit(this.row, stored) as Denormalize<S>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.row, stored);
  }

  /** The list that the arguments name, if it is known. */
  queryKey(args: Args, delegate: QueryDelegate): string | undefined {
    const { pk } = this.identity(args, '', undefined);
    return delegate.hasEntity(this.key, pk) ? pk : undefined;
  }

  // --- changes of one's own

  /** Like `move`; `merge` says where members are put: `list.moveWith(unshift)`. Make it once: each call gives another schema. */
  moveWith(merge: MergeOf<S>): CollectionChange<CollectionMember<S>, A> {
    return this.#make({ effect: 'move', merge: merge as ChangeRules['merge'] });
  }

  /** Like `push` or `assign`; `merge` says where members are put, `createFilter` which lists get them. Make it once. */
  addWith(
    merge: MergeOf<S>,
    createFilter?: CreateFilter,
  ): CollectionChange<IsList<S> extends true ? CollectionMember<S> : Denormalize<S>, A> {
    const rules = { effect: 'add', merge: merge as ChangeRules['merge'], createFilter } as const;
    return this.#make(rules);
  }

  /** Like `getPage`; `cursor` is the argument that says which page, or makes the arguments of the list out of those of the page. Make it once. */
  paginated(cursor: string | ((...args: never[]) => Args)): CollectionPage<Denormalize<S>, A> {
    if (typeof cursor === 'function') {
      return this.#makePage((args) => cursor(...(args as never[])));
    }
    return this.#makePage(([first, ...rest]) => {
      if (!isPlainObject(first)) return [first, ...rest];
      const { [cursor]: _page, ...others } = first;
      return [others, ...rest];
    });
  }

  // --- @internal

  /** @internal The endpoints of requests that change the list. They come with the collection: programs without one do not carry them along. */
  get listEndpoint() {
    return listEndpoint;
  }

  /** @internal */
  get isMap(): boolean {
    return this.inner instanceof Values;
  }

  readonly #atEnd = (existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs =>
    Array.isArray(existing)
      ? append(existing as CollectionRef[], incoming as CollectionRef[])
      : assign(existing, incoming);

  #make(rules: ChangeRules): CollectionChange<never, never> {
    // The cast holds: changes need nothing of the types of the collection.
    return new CollectionChange(this as unknown as Collection, rules);
  }

  #makePage(argsOfList: ((args: Args) => Args) | undefined): CollectionPage<Denormalize<S>, A> {
    return new CollectionPage(this as unknown as Collection, this.#atEnd, argsOfList);
  }
}
