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

/** The arguments of a call without `argsKey`. */
export type DefaultArgs = readonly [args?: object];

/** `T` if `S` is a list. Otherwise the type is a message that says what to use. */
type ForLists<S, T> = IsList<S> extends true ? T : 'This is a map: use assign.';
type ForMaps<S, T> = IsList<S> extends true ? 'This is a list: use push or unshift.' : T;

/**
 * A list or map of entities, identified by named arguments. Responses with equal arguments share
 * one list and one array: at the top, in an object, nested in an entity. Requests change it through
 * `push`, `unshift`, `assign`, `remove`, `move` and `getPage`, which are schemas, too.
 *
 * - `new schema.Collection([User])`, `new schema.Collection(new schema.Values(User))`, with
 *   `schema.Union` or a mapping for several kinds.
 * - A response replaces the list unless the stored list was requested later.
 * - Removed and invalid members are left out. The array changes only if a member, the order or the
 *   membership changed.
 * - A look-up returns `undefined` for arguments without a stored list.
 *
 * Throws `SB_SCHEMA_INVALID` for members that are no entities, and `SB_COLLECTION_ARGS` for calls
 * whose arguments do not name a list.
 */
export class Collection<
  S extends CollectionMembers = CollectionMembers,
  A extends Args = DefaultArgs,
  P = Readonly<Record<string, unknown>>,
> {
  /** The schema of the members, as passed to the constructor. */
  readonly schema: S;
  /** @internal */
  readonly inner: CollectionInner;
  /** @internal */
  readonly row: CollectionRow;
  readonly #options: CollectionOptions<A, P>;
  #writer: EntityClass | undefined;

  // --- changes; a subclass may assign others: `this.move = this.moveWith(unshift)`

  /** Adds members at the end of matching lists. Members already in a list keep their position. */
  push: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Adds members at the start of matching lists. Members already in a list keep their position. */
  unshift: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Puts members into all maps that they match, under the given names. */
  assign: ForMaps<S, CollectionChange<Denormalize<S>, A>>;
  /** Removes members, or bare primary keys, from all lists that they match. The entities stay. */
  remove: CollectionChange<CollectionMember<S>, A>;
  /** Removes members from lists that they no longer match; adds them to those that they match. */
  move: CollectionChange<CollectionMember<S>, A>;
  /** Adds a page to the known list with the most of the arguments and no others, or begins one. */
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
      const refusal = this.isMap === forMap ? undefined : `is ${other} instead of ${name}`;
      // The casts hold: the types of the changes say which are for lists and which for maps.
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

  /** The entity key of the rows that contain these lists, for example `[User]`. */
  get key(): string {
    return this.row.key;
  }

  /** Merges `definition` into the mapping of the members, for schemas that refer to each other. */
  define(definition: object): void {
    checkEntities(Object.values(definition));
    this.inner.define(definition);
  }

  /** Primary key of the list that `args` name, or of the list `key` in the entity `parent`. */
  pk(_value: unknown, parent: object | undefined, key: string, args: Args): string {
    return this.identity(args, key, parent).pk;
  }

  /** @internal */
  identity(args: Args, key: string, owner: object | undefined): CollectionIdentity {
    return identityOfCall(this.#options, this.key, { args, key, owner });
  }

  // --- what a subclass may override

  /** Merges a newer response into a stored list. Default: the members of the response. */
  merge(_existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
    return incoming;
  }

  /** Return true if the stored list is newer than the response. Default: compares `seq`. */
  shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    _existing: CollectionRefs,
    _incoming: CollectionRefs,
  ): boolean {
    return incomingMeta.seq < existingMeta.seq;
  }

  /** Merges a response with the stored list. Default: `shouldReorder`, `merge`. */
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

  /** Whether an argument does not filter. Default: the option, else names like `order…`. */
  protected nonFilterArgumentKeys(name: string): boolean {
    const { nonFilterArgumentKeys: own } = this.#options;
    if (own === undefined) return name.startsWith('order');
    if (typeof own === 'function') return own(name);
    return own instanceof RegExp ? name.search(own) >= 0 : own.includes(name);
  }

  /** Makes the filter for lists. `undefined`: all arguments equal those of the member or call. */
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

  normalize(input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate): string {
    const { args, pk } = this.identity(delegate.args, key, delegate.owner);
    const members = this.membersOf(input, parent, key, delegate);
    const known = delegate.getEntity(this.key, pk) as CollectionRecord | undefined;
    // Members added by an overlapping request may be missing from it.
    if (!known) delegate.touchUnknown(this.key);
    const writer = (this.#writer ??= this.#makeWriter());
    delegate.mergeEntity(writer, pk, { args, members, end: endOf(members) });
    if (known?.pages) notePages(known.pages, delegate.getEntity(this.key, pk), delegate);
    return pk;
  }

  /** @internal Normalizes members of a response. */
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

  /** Collections without rules of their own share one writer: the class of the rows. */
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
    // The casts hold: a read of the row returns the members of the list.
    if (typeof stored !== 'string') return stored as Denormalize<S>;
    return delegate.unvisit(this.row, stored) as Denormalize<S>;
  }

  mark(stored: unknown, delegate: MarkDelegate): void {
    delegate.unvisit(this.row, stored);
  }

  /** The pk of the list that the arguments name, if the list is known. */
  queryKey(args: Args, delegate: QueryDelegate): string | undefined {
    const { pk } = this.identity(args, '', undefined);
    return delegate.hasEntity(this.key, pk) ? pk : undefined;
  }

  // --- changes of one's own

  /** Like `move`; `merge` chooses the position: `list.moveWith(unshift)`. Make it once. */
  moveWith(merge: MergeOf<S>): CollectionChange<CollectionMember<S>, A> {
    return this.#make({ effect: 'move', merge: merge as ChangeRules['merge'] });
  }

  /** Like `push` or `assign`; `merge` chooses positions, `createFilter` lists. Make it once. */
  addWith(
    merge: MergeOf<S>,
    createFilter?: CreateFilter,
  ): CollectionChange<IsList<S> extends true ? CollectionMember<S> : Denormalize<S>, A> {
    const rules = { effect: 'add', merge: merge as ChangeRules['merge'], createFilter } as const;
    return this.#make(rules);
  }

  /**
   * Like `getPage`. `cursor` is the name of the argument that selects the page, or a function that
   * turns the page's arguments into the list's. Call it once: each call makes another schema.
   */
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

  /** @internal A getter keeps list endpoints out of programs without a Collection. */
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
    // The cast holds: changes do not use the collection's types.
    return new CollectionChange(this as unknown as Collection, rules);
  }

  #makePage(argsOfList: ((args: Args) => Args) | undefined): CollectionPage<Denormalize<S>, A> {
    return new CollectionPage(this as unknown as Collection, this.#atEnd, argsOfList);
  }
}
