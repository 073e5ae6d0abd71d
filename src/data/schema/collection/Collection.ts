import type { Args } from '../../../shared/copyArgs.ts';
import { isPlainObject } from '../../../shared/isPlainObject.ts';
import type { Denormalize } from '../Denormalize.ts';
import { CollectionChange } from './CollectionChange.ts';
import { CollectionCount } from './CollectionCount.ts';
import type { ChangeEffect } from './collectionFilter.ts';
import { CollectionLists, type DefaultArgs } from './CollectionLists.ts';
import { append, assign, atEnd, type MergeRefs, unshift } from './CollectionMerge.ts';
import type {
  CollectionMember,
  CollectionMembers,
  CollectionOptions,
  CreateFilter,
  IsList,
  MergeOf,
} from './CollectionOptions.ts';
import { CollectionPage } from './CollectionPage.ts';
import { listEndpoint } from './listEndpoint.ts';

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
> extends CollectionLists<S, A, P> {
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

  #count: CollectionCount<A> | undefined;

  constructor(schema: S, options: CollectionOptions<A, P, CollectionMember<S>> = {}) {
    super(schema, options);
    this.push = this.#make('add', append, 'push', false);
    this.unshift = this.#make('add', unshift, 'unshift', false);
    this.assign = this.#make('add', assign, 'assign', true);
    this.remove = this.#make('remove', atEnd, 'remove');
    this.move = this.#make('move', atEnd, 'move');
    this.getPage = this.#makePage();
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
    if (typeof cursor === 'function') {
      return this.#makePage((args) => cursor(...(args as never[])));
    }
    return this.#makePage(([first, ...rest]) => {
      if (!isPlainObject(first)) return [first, ...rest];
      const { [cursor]: _page, ...others } = first;
      return [others, ...rest];
    });
  }

  /**
   * The schema of a number beside the list: `{ items: list, total: list.count }`. It follows the
   * changes of the list until the next response.
   */
  get count(): CollectionCount<A> {
    return (this.#count ??= new CollectionCount(this.#lists));
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
    return new CollectionChange(this.#lists, rules) as never;
  }

  #makePage(argsOfList?: (args: Args) => Args): CollectionPage<Denormalize<S>, A> {
    return new CollectionPage(this.#lists, argsOfList);
  }

  /** The cast holds: changes and pages do not use the collection's types. */
  get #lists(): CollectionLists {
    return this as unknown as CollectionLists;
  }
}
