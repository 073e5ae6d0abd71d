import type { Args } from '../../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import type { Denormalize } from '../Denormalize.ts';
import { isOfKind } from '../Polymorphic.ts';
import type {
  DenormalizeDelegate,
  EntityClass,
  MarkDelegate,
  MergeArgs,
  NormalizeDelegate,
  QueryDelegate,
} from '../Schema.ts';
import { CollectionChange } from './CollectionChange.ts';
import { CollectionCount } from './CollectionCount.ts';
import {
  type ChangedMember,
  type ChangeEffect,
  filterArgs,
  matchesList,
  recordOfChange,
} from './collectionFilter.ts';
import {
  append,
  assign,
  atEnd,
  type CollectionRefs,
  type MergeRefs,
  unshift,
} from './CollectionMerge.ts';
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
  checkEntities,
  collectionInner,
  type CollectionInner,
  type CollectionRecord,
  type CollectionRow,
  collectionRow,
  invalidCollection,
  listWriterOf,
  MERGE_STEPS,
} from './CollectionRow.ts';
import { applyListChanges } from './listChanges.ts';
import { listEndpoint } from './listEndpoint.ts';
import { followMembers } from './ListFollower.ts';
import { listIdentity, type ListIdentity } from './listIdentity.ts';
import { DEFAULT_RULES, LIST_RULES, type ListRules, type RuledRecord } from './ListRules.ts';
import type { ChangeRules, ListSchema } from './ListSchema.ts';
import { noteUnfollowed, warnOfOrder } from './listWarnings.ts';
import { endOf, notePages, startOf } from './pages.ts';

/** The arguments of a call without `argsKey`. */
type DefaultArgs = readonly [args?: object];

type Methods = Readonly<Record<string, unknown>>;

/** `T` if `S` is a list. Otherwise the type is a message that says what to use. */
type ForLists<S, T> = IsList<S> extends true ? T : 'This is a map: use assign.';
type ForMaps<S, T> = IsList<S> extends true ? 'This is a list: use push or unshift.' : T;

/**
 * A list or map of entities, identified by named arguments. Responses with equal arguments share
 * one list and one array: at the top, in an object, nested in an entity. An entity leaves a list when
 * its members cease to equal the arguments, and joins a list, not a map, when they begin to. Requests
 * change it through `push`, `unshift`, `assign`, `remove`, `move` and `getPage`, which are schemas, too.
 *
 * - `new schema.Collection([User])`, `new schema.Collection(new schema.Values(User))`, with
 *   `schema.Union` or a mapping for several kinds.
 * - A response replaces the list unless the stored list was requested later. An entity that the
 *   store sees for the first time joins nothing.
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
> implements ListSchema {
  /** The schema of the members, as passed to the constructor. */
  readonly schema: S;
  /** @internal */
  readonly inner: CollectionInner;
  /** @internal */
  readonly row: CollectionRow;
  readonly #options: CollectionOptions<A, P>;
  #writer: EntityClass | undefined;
  #rules: ListRules | undefined;
  #count: CollectionCount<A> | undefined;

  // --- changes; a subclass may assign others: `this.move = this.moveWith(unshift)`

  /** Adds members at the end of matching lists. Members already in a list keep their position. */
  push: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Adds members at the start of matching lists. Members already in a list keep their position. */
  unshift: ForLists<S, CollectionChange<CollectionMember<S>, A>>;
  /** Puts members into all maps that they match, under the given names. */
  assign: ForMaps<S, CollectionChange<Denormalize<S>, A>>;
  /** Removes members, or bare primary keys, from all lists that they match. The entities stay. */
  remove: CollectionChange<CollectionMember<S>, A>;
  /**
   * Removes members from lists that they do not match; adds them to those that they match, also
   * members that the store sees for the first time.
   */
  move: CollectionChange<CollectionMember<S>, A>;
  /** Adds a page to the known list with the most of the arguments and no others, or begins one. */
  getPage: CollectionPage<Denormalize<S>, A>;

  constructor(schema: S, options: CollectionOptions<A, P, CollectionMember<S>> = {}) {
    this.schema = schema;
    this.inner = collectionInner(schema);
    this.row = collectionRow(this.inner);
    this.#options = options;
    this.row.rules ??= this.#ownRules;
    followMembers(this.row);
    if (DEVELOPMENT && options.follows === false) noteUnfollowed(this.row);
    if (options.createCollectionFilter && options.nonFilterArgumentKeys) {
      throw invalidCollection('takes createCollectionFilter or nonFilterArgumentKeys, not both');
    }
    this.push = this.#make('add', append, 'push', false);
    this.unshift = this.#make('add', unshift, 'unshift', false);
    this.assign = this.#make('add', assign, 'assign', true);
    this.remove = this.#make('remove', atEnd, 'remove');
    this.move = this.#make('move', atEnd, 'move');
    this.getPage = new CollectionPage(this);
  }

  /** The entity key of the rows that contain these lists, for example `[User]`. */
  get key(): string {
    return this.row.key;
  }

  /** Merges `definition` into the mapping of the members, for schemas that refer to each other. */
  define(definition: object): void {
    checkEntities(Object.values(definition));
    this.inner.define(definition);
    followMembers(this.row);
  }

  /** Primary key of the list that `args` name, or of the list `key` in the entity `parent`. */
  pk(_value: unknown, parent: object | undefined, key: string | undefined, args: Args): string {
    return this.identity(args, key, parent).pk;
  }

  /** @internal */
  identity(args: Args, key: string | undefined, owner: object | undefined): ListIdentity {
    return listIdentity(this.#options, this.key, args, key, owner);
  }

  // --- what a subclass may override

  /** Merges a newer response into a stored list. Default: the members of the response. */
  merge(_existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
    return incoming;
  }

  /** Return true if the stored list is newer than the response. Default: compares `seq`. */
  shouldReorder(...[existingMeta, incomingMeta]: MergeArgs<CollectionRefs>): boolean {
    return incomingMeta.seq < existingMeta.seq;
  }

  /** Merges a response with the stored list. Default: `shouldReorder`, `merge`. */
  mergeWithStore(...lists: MergeArgs<CollectionRefs>): CollectionRefs {
    const [, , existing, incoming] = lists;
    return this.shouldReorder(...lists)
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

  /** @internal The member of a list's record that has its rules; `{}` for those of the collection that was declared first. */
  get ruled(): Pick<CollectionRecord, typeof LIST_RULES> {
    return this.row.lists.fallback === this.#ownRules ? {} : { [LIST_RULES]: this.#ownRules };
  }

  get #ownRules(): ListRules {
    return (this.#rules ??= this.#makeRules());
  }

  #makeRules(): ListRules {
    const options = this.#options;
    const { filter, follows = true, sort } = options;
    const isCustom = (name: 'createCollectionFilter' | 'nonFilterArgumentKeys'): boolean =>
      options[name] !== undefined || isReplaced(this, name);
    // It needs the arguments of a call, so lists with only it cannot follow records.
    const filtersCalls = isCustom('createCollectionFilter');
    if (follows && !filter && !sort && !filtersCalls && !isCustom('nonFilterArgumentKeys')) {
      return DEFAULT_RULES;
    }
    // The casts hold: the functions are declared with the types of the members.
    return {
      follows: follows && (!filtersCalls || filter !== undefined),
      filter: filter as ListRules['filter'],
      sort: sort as ListRules['sort'],
      ignores: (name) => this.nonFilterArgumentKeys(name),
      belongs: this.#belongs,
      shapes: new Map(),
    };
  }

  /** Makes the filter for lists. `undefined`: all arguments equal those of the member or call. */
  protected createCollectionFilter(
    ...args: readonly Readonly<Record<string, unknown>>[]
  ): CollectionFilter | undefined {
    return this.#options.createCollectionFilter?.(...args);
  }

  /** @internal Whether a changed member belongs in a list; `undefined` if the change does not say. */
  belongs(
    list: RuledRecord,
    { effect, createFilter }: ChangeRules,
    member: ChangedMember,
    args: Args,
  ): boolean | undefined {
    const filter = createFilter?.(...filterArgs(effect, member, args));
    if (filter) return filter(list.args, member.record);
    // Another collection may have declared the list. What a call removes is in the lists that the call names.
    const rules = effect === 'remove' ? this.#ownRules : this.row.lists.rulesOf(list);
    return rules.belongs(list.args, effect, member, args);
  }

  /** The same for a list of this collection. */
  readonly #belongs: ListRules['belongs'] = (list, effect, member, args) => {
    const filter = this.createCollectionFilter(...filterArgs(effect, member, args));
    if (filter) return filter(list, member.record);
    const { filter: own } = this.#ownRules;
    if (own) return own(list, recordOfChange(args, member));
    return matchesList(list, (name) => this.nonFilterArgumentKeys(name), effect, args, member);
  };

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): string {
    const { args, pk } = this.identity(delegate.args, key, delegate.owner);
    // The cast holds: that is what the schema of the members stores.
    const members = this.inner.normalize(input, parent, key, delegate) as CollectionRefs;
    const known = delegate.getEntity(this.key, pk) as CollectionRecord | undefined;
    // The response may lack members that an overlapping request has added.
    if (!known) delegate.touchUnknown(this.key);
    const isOwn = (step: string): boolean => isReplaced(this, step);
    this.#writer ??= listWriterOf(this, MERGE_STEPS.filter(isOwn));
    const list = { args, ...this.ruled };
    const ends = {
      ...endOf(this.row, list, members, delegate),
      ...(delegate.pages?.mayPrecede && startOf(this.row, list, members as never, delegate)),
    };
    delegate.mergeEntity(this.#writer, pk, { ...list, members, ...ends });
    if (DEVELOPMENT) warnOfOrder(this.row, this.#ownRules, args, members, delegate);
    // The cast holds: the list was just written.
    const written = delegate.getEntity(this.key, pk) as CollectionRecord;
    // If a later request had written the list, the merge has kept that one, with its changes.
    if (written.members !== known?.members) applyListChanges(delegate, this.key, pk);
    if (known?.pages) notePages(known.pages, delegate.getEntity(this.key, pk), delegate);
    return pk;
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
    const { pk } = this.identity(args, undefined, undefined);
    return delegate.hasEntity(this.key, pk) ? pk : undefined;
  }

  /** @internal */
  get isMap(): boolean {
    return isOfKind(this.inner, 'Values');
  }

  // --- changes of one's own

  /** Like `move`; `merge` chooses the position: `list.moveWith(unshift)`. Make it once. */
  moveWith(merge: MergeOf<S>): CollectionChange<CollectionMember<S>, A> {
    return this.#make('move', merge);
  }

  /** Like `push` or `assign`; `merge` chooses positions, `createFilter` lists. Make it once. */
  addWith(
    merge: MergeOf<S>,
    createFilter?: CreateFilter,
  ): CollectionChange<IsList<S> extends true ? CollectionMember<S> : Denormalize<S>, A> {
    return this.#make('add', merge, undefined, undefined, createFilter);
  }

  /**
   * Like `getPage`. `cursor` is the name of the argument that selects the page, or a function that
   * turns the page's arguments into the list's. Call it once: each call makes another schema.
   */
  paginated(cursor: string | ((...args: never[]) => Args)): CollectionPage<Denormalize<S>, A> {
    return new CollectionPage(this, cursor);
  }

  /**
   * The schema of a number beside the list: `{ items: list, total: list.count }`. It follows the
   * changes of the list until the next response.
   */
  get count(): CollectionCount<A> {
    return (this.#count ??= new CollectionCount(this));
  }

  /** @internal A getter keeps list endpoints out of programs without a Collection. */
  get listEndpoint() {
    return listEndpoint;
  }

  /** The casts hold: the declared types say which changes are for lists and which for maps. */
  #make(
    effect: ChangeEffect,
    merge: unknown,
    name?: string,
    forMaps?: boolean,
    createFilter?: CreateFilter,
  ): never {
    const rules = { effect, merge: merge as MergeRefs, name, forMaps, createFilter };
    return new CollectionChange(this, rules) as never;
  }
}

/** Whether a subclass or a program has replaced a method of a collection. */
// Not a method with `#`: TypeScript gives a class that names itself there an alias, which keeps it in every bundle.
function isReplaced(list: object, name: string): boolean {
  // The casts hold: the members of these names are methods.
  return (list as Methods)[name] !== (Collection.prototype as object as Methods)[name];
}
