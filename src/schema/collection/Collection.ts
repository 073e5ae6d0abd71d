import { isPlainObject } from '../../shared/isPlainObject.ts';
import type { Denormalize } from '../Denormalize.ts';
import { type ChangeRules, CollectionChange } from './CollectionChange.ts';
import { CollectionLists, type DefaultArgs } from './CollectionLists.ts';
import {
  append,
  assign,
  type CollectionRef,
  type CollectionRefs,
  unshift,
} from './CollectionMerge.ts';
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

type Args = readonly unknown[];

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
  /** Removes members from lists that they no longer match; adds them to those that they match. */
  move: CollectionChange<CollectionMember<S>, A>;
  /** Adds a page to the known list with the most of the arguments and no others, or begins one. */
  getPage: CollectionPage<Denormalize<S>, A>;

  constructor(schema: S, options: CollectionOptions<A, P> = {}) {
    super(schema, options);
    // The casts hold: the types of the changes say which are for lists and which for maps.
    const add = (name: string, merge: unknown, forMap = false): never => {
      const other = forMap ? 'a list: use push or unshift' : 'a map: use assign';
      const refusal = this.isMap === forMap ? undefined : `is ${other} instead of ${name}`;
      const rules = { effect: 'add', name, merge: merge as ChangeRules['merge'], refusal } as const;
      return this.#make(rules) as never;
    };
    this.push = add('push', append);
    this.unshift = add('unshift', unshift);
    this.assign = add('assign', assign, true);
    this.remove = this.#make({ effect: 'remove', name: 'remove', merge: atEnd });
    this.move = this.#make({ effect: 'move', name: 'move', merge: atEnd });
    this.getPage = this.#makePage(undefined);
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

  #make(rules: ChangeRules): CollectionChange<never, never> {
    return new CollectionChange(this.#lists, rules);
  }

  #makePage(argsOfList: ((args: Args) => Args) | undefined): CollectionPage<Denormalize<S>, A> {
    return new CollectionPage(this.#lists, atEnd, argsOfList);
  }

  /** The cast holds: changes and pages do not use the collection's types. */
  get #lists(): CollectionLists {
    return this as unknown as CollectionLists;
  }
}

function atEnd(existing: CollectionRefs, incoming: CollectionRefs): CollectionRefs {
  return Array.isArray(existing)
    ? append(existing as CollectionRef[], incoming as CollectionRef[])
    : assign(existing, incoming);
}
