import type { Args } from '../../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../../shared/development.ts';
import { encodeKey } from '../../../shared/encodeKey.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type {
  CollectionKey,
  CollectionMember,
  CollectionOptions,
  CollectionMembers,
  CollectionFilter,
  CreateFilter,
} from './CollectionOptions.ts';
import { nameOfShape } from '../nameOfShape.ts';
import type { Denormalize } from '../Denormalize.ts';
import type {
  DenormalizeDelegate,
  EntityClass,
  MergeArgs,
  MarkDelegate,
  NormalizeDelegate,
  QueryDelegate,
} from '../Schema.ts';
import { isOfKind } from '../Polymorphic.ts';
import {
  belongs as matchesFilters,
  recordOfChange,
  type ChangedMember,
  type ChangeEffect,
} from './collectionFilter.ts';
import { applyListChanges } from './listChanges.ts';
import { followMembers } from './ListFollower.ts';
import { DEFAULT_RULES, LIST_RULES, type ListRules } from './ListRules.ts';
import { noteUnfollowed, warnOfOrder } from './listWarnings.ts';
import type { CollectionRefs } from './CollectionMerge.ts';
import {
  checkEntities,
  collectionInner,
  type CollectionInner,
  type CollectionRecord,
  type CollectionRow,
  collectionRow,
  invalidCollection,
  writerOf,
} from './CollectionRow.ts';
import { endOf, notePages } from './pages.ts';

/** The arguments of a call without `argsKey`. */
export type DefaultArgs = readonly [args?: object];

/** The steps of a merge that a subclass may replace. */
const MERGE_STEPS = ['merge', 'shouldReorder', 'mergeWithStore'] as const;

/**
 * The base of `Collection`: what identifies its lists, how responses write them and reads find
 * them. `Collection` adds the changes.
 */
export abstract class CollectionLists<
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
  #rules: ListRules | undefined;

  constructor(schema: S, options: CollectionOptions<A, P, CollectionMember<S>> = {}) {
    this.schema = schema;
    this.inner = collectionInner(schema);
    this.row = collectionRow(this.inner);
    this.#options = options;
    this.row.rules ??= this.rules;
    followMembers(this.row);
    if (DEVELOPMENT && options.follows === false) noteUnfollowed(this.row);
    if (options.createCollectionFilter && options.nonFilterArgumentKeys) {
      throw invalidCollection('takes createCollectionFilter or nonFilterArgumentKeys, not both');
    }
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
  identity(args: Args, key: string | undefined, owner: object | undefined): CollectionIdentity {
    return collectionIdentity(this.#options, this.key, args, key, owner);
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
    return this.row.lists.fallback === this.rules ? {} : { [LIST_RULES]: this.rules };
  }

  private get rules(): ListRules {
    return (this.#rules ??= this.makeRules());
  }

  // Not `#`: it names its own class, see `makeWriter`.
  private makeRules(): ListRules {
    const options = this.#options;
    const { filter, follows = true, sort } = options;
    const isCustom = (name: 'createCollectionFilter' | 'nonFilterArgumentKeys'): boolean =>
      options[name] !== undefined || this[name] !== CollectionLists.prototype[name];
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
    list: CollectionKey,
    {
      effect,
      createFilter,
    }: { readonly effect: ChangeEffect; readonly createFilter?: CreateFilter | undefined },
    member: ChangedMember,
    args: Args,
  ): boolean | undefined {
    const { record } = member;
    // The filter of a move is made from one object: all that is known of the member.
    const given = effect === 'move' ? [Object.assign({}, ...args, record) as object] : args;
    // The cast holds: the filter is written for these arguments.
    const filter = createFilter
      ? createFilter(...(given as never[]))
      : this.createCollectionFilter(...(given as never[]));
    if (filter) return filter(list, record);
    const own = this.#options.filter as ListRules['filter'];
    if (own) return own(list, recordOfChange(args, member));
    const filters = Object.entries(list).filter(([name]) => !this.nonFilterArgumentKeys(name));
    return matchesFilters(filters, effect, args, member);
  }

  normalize(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): string {
    const { args, pk } = this.identity(delegate.args, key, delegate.owner);
    const members = this.membersOf(input, parent, key, delegate);
    const known = delegate.getEntity(this.key, pk) as CollectionRecord | undefined;
    // The response may lack members that an overlapping request has added.
    if (!known) delegate.touchUnknown(this.key);
    const writer = (this.#writer ??= this.makeWriter());
    delegate.mergeEntity(writer, pk, { args, members, end: endOf(members), ...this.ruled });
    if (DEVELOPMENT) warnOfOrder(this.row, this.rules, args, members, delegate);
    // The cast holds: the list was just written.
    const list = delegate.getEntity(this.key, pk) as CollectionRecord;
    // If a later request had written the list, the merge has kept that one, with its changes.
    if (list.members !== known?.members) applyListChanges(delegate, this.key, pk);
    if (known?.pages) notePages(known.pages, delegate.getEntity(this.key, pk), delegate);
    return pk;
  }

  /** @internal Normalizes members of a response. */
  membersOf(
    input: unknown,
    parent: unknown,
    key: string | undefined,
    delegate: NormalizeDelegate,
  ): CollectionRefs {
    const members = this.inner.normalize(input, parent, key, delegate) as CollectionRefs;
    return Array.isArray(members) && members.includes(null)
      ? members.filter((ref) => ref !== null)
      : members;
  }

  /** Makes the class that writes these lists: that of the rows, unless a subclass replaces steps. */
  // Not `#`: TypeScript gives a class that names itself in a `#` method an alias, which keeps it in every bundle.
  private makeWriter(): EntityClass {
    const own = MERGE_STEPS.filter((step) => this[step] !== CollectionLists.prototype[step]);
    if (own.length === 0) return this.row;
    // A step of the collection gets the members; that of the writer gets the records, after the meta of both.
    const steps = own.map((name) => {
      const step = (...records: readonly unknown[]): unknown => {
        const [existing, incoming] = records.slice(-2) as [CollectionRecord, CollectionRecord];
        const given = [...records.slice(0, -2), existing.members, incoming.members];
        const result = this[name](...(given as [never, never, never, never]));
        const isList = name !== 'shouldReorder';
        return isList ? { ...incoming, args: existing.args, members: result } : result;
      };
      return [name, step];
    });
    return writerOf(this.row, Object.fromEntries(steps) as object);
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
}

/** The identity of a list: its named arguments, and the primary key made from them. */
export interface CollectionIdentity {
  readonly args: CollectionKey;
  readonly pk: string;
}

/**
 * The identity of the list that a call names, or the member `key` of the entity `owner` around it.
 * Throws `SB_COLLECTION_ARGS`.
 */
function collectionIdentity<A extends readonly unknown[], P>(
  { argsKey, nestKey }: CollectionOptions<A, P>,
  entityKey: string,
  args: readonly unknown[],
  key: string | undefined,
  owner: object | undefined,
): CollectionIdentity {
  const fail = (what: string): never => {
    throw new StreambedError('SB_COLLECTION_ARGS', `schema.Collection ${entityKey}: ${what}`);
  };
  let source = 'args[0]';
  let named: unknown = args[0] ?? {};
  // The casts hold: the functions are declared with the types of these arguments, and an owner has
  // the list as a member.
  if (owner && nestKey) [source, named] = ['nestKey()', nestKey(owner as P, key as string)];
  else if (argsKey) [source, named] = ['argsKey()', argsKey(...(args as unknown as A))];
  if (!isPlainObject(named)) {
    return fail(`${source} is ${nameOfShape(named)}, not an object of named arguments.`);
  }
  // Before `canonical`: `encodeKey` refuses values without a canonical form and names their path.
  const pk = encodeKey(named, undefined, source);
  if (pk === '{}' && source === 'nestKey()') {
    fail(`nestKey() has no value for "${key}", so all owners would share one list.`);
  }
  return { pk, args: canonical(named) as CollectionKey };
}

/**
 * The arguments as lists compare them: finite numbers and bigints as text, no undefined members. A
 * copy: stored data is frozen, the arguments must not be.
 */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}
