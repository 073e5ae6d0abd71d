import type { EntityClass, RecordTokens, StoreWalk } from '../Schema.ts';
import {
  type ChangedMember,
  type ChangeEffect,
  isPkOf,
  isUnfilled,
  matchesArgument,
  matchesList,
  tokenOfValue,
} from './collectionFilter.ts';

type Members = Readonly<Record<string, unknown>>;

/** The member of a list's record with the rules of its collection, if they are not the default. */
export const LIST_RULES: unique symbol = /* @__PURE__ */ Symbol('list rules') as never;

/** How the lists of a collection follow the records of their members. */
export interface ListRules {
  /** False: only changes such as `push` and `move` affect the lists. */
  readonly follows: boolean;
  /** Decides in place of the arguments. */
  readonly filter: ((args: Members, record: object) => boolean | undefined) | undefined;
  /** The order of the members. */
  readonly sort: ((a: object, b: object, args: Members) => number) | undefined;
  /** Whether the argument says nothing about the members. */
  readonly ignores: (name: string) => boolean;
  /**
   * Whether a member of a call such as `push` belongs in the list with these arguments; `undefined` if the
   * call does not say.
   */
  readonly belongs: (
    list: Members,
    effect: ChangeEffect,
    member: ChangedMember,
    args: readonly unknown[],
  ) => boolean | undefined;
  /**
   * The shapes with these rules, by the names of their arguments. Lists hold them: a program may name
   * other arguments without end.
   */
  readonly shapes: Map<string, WeakRef<ListShape>>;
}

/** What the record of a list, or of its count, says about it. */
export interface RuledRecord {
  readonly args: Members;
  readonly [LIST_RULES]?: ListRules | undefined;
}

/** The record of an entity before and after a write. */
export interface RecordChange {
  readonly entity: EntityClass;
  readonly pk: string;
  /** `undefined`: it had been removed. */
  readonly before: object | undefined;
  /** `undefined`: it is removed. */
  readonly after: object | undefined;
}

/** Changes of records, by the pk of a list that they affect. */
export type ChangesByList = ReadonlyMap<string, readonly RecordChange[]>;

/** What a change of a record means for a list. */
export type Verdict = 'leaves' | 'joins' | undefined;

/** The token of lists that do not follow their members. */
export const UNFOLLOWED = '';

let lastShape = 0;

/** Lists with the same rules and the same names of arguments. */
export class ListShape {
  readonly #id = ++lastShape;
  readonly rules: ListRules;
  /** The names of the arguments that filter. */
  readonly names: readonly string[];

  constructor(rules: ListRules, names: readonly string[]) {
    this.rules = rules;
    this.names = names;
  }

  /** What a change of a record means for the list with these arguments. */
  verdict(args: Members, { entity, before, after }: RecordChange): Verdict {
    const { names, rules } = this;
    if (rules.filter) {
      const [was, is] = [before && rules.filter(args, before), after && rules.filter(args, after)];
      if (was === true && (is === false || !after)) return 'leaves';
      return is === true && (was === false || !before) ? 'joins' : undefined;
    }
    let hasLeft = !after;
    let wasIn = true;
    let isIn = true;
    let isKnown = true;
    for (const name of names) {
      const was = matchesArgument(args[name], memberOf(entity, before, name));
      const is = matchesArgument(args[name], memberOf(entity, after, name));
      isKnown &&= was !== undefined || !before;
      wasIn &&= was !== false;
      isIn &&= is === true;
      hasLeft ||= was === true && is === false;
    }
    if (wasIn && hasLeft) return before && 'leaves';
    if (isIn && isKnown && (!before || !wasIn)) return 'joins';
    return undefined;
  }

  /**
   * The tokens of lists to which an entity may move that leaves the list with these arguments, several
   * combinations of them: they have the same arguments where the record decides nothing. None if the
   * record decides all.
   */
  siblings(args: Members, { entity, after }: RecordChange): readonly (readonly unknown[])[] {
    const isDecided = (name: string): boolean =>
      matchesArgument(args[name], memberOf(entity, after, name)) !== undefined;
    if (this.rules.filter || this.names.every(isDecided)) return NONE;
    // The casts hold: an entity that is removed moves nowhere, and there is a name.
    return this.#tokensFor(entity, after!, args)!;
  }

  /** Whether a record matches all arguments; `undefined` if it does not decide that. */
  matches(args: Members, entity: EntityClass, record: object | undefined): boolean | undefined {
    const { filter } = this.rules;
    if (filter) return record && filter(args, record);
    const each = this.names.map((name) =>
      matchesArgument(args[name], memberOf(entity, record, name)),
    );
    return !each.includes(false) && (!each.includes(undefined) || undefined);
  }

  /** The token of lists with a value as argument. All lists of the shape have the shape as token. */
  token(name: string, value: unknown): unknown {
    return `${this.#id} ${name} ${tokenOfValue(value)}`;
  }

  /**
   * The tokens to search with, several combinations of them, for the lists that a change may affect.
   */
  searches({ entity, before, after }: RecordChange): readonly (readonly unknown[])[] {
    const { filter, sort } = this.rules;
    const all = [[this]];
    if (filter) return all;
    if (!before || !after) return this.#tokensFor(entity, (before ?? after)!) ?? all;
    const has = (record: object, name: string): unknown => memberOf(entity, record, name);
    const isChanged = this.names.some((name) => has(before, name) !== has(after, name));
    if (!isChanged && !sort) return NONE;
    const mayJoin = sort ?? this.names.every((name) => has(after, name) !== undefined);
    return [
      ...((isChanged && this.#tokensFor(entity, before)) || NONE),
      ...((mayJoin && (this.#tokensFor(entity, after) ?? all)) || NONE),
    ];
  }

  /**
   * Combinations of tokens of lists that a record may match; `undefined` if no argument names a member.
   * With `args`, lists that have the same ones where the record decides nothing.
   */
  #tokensFor(entity: EntityClass, record: object, args?: Members): unknown[][] | undefined {
    let found: unknown[][] | undefined;
    for (const name of this.names) {
      const member = memberOf(entity, record, name);
      const isOpen = args && matchesArgument(args[name], member) === undefined;
      if (member === undefined && !isOpen) continue;
      const isSeveral = Array.isArray(member) && !isOpen;
      const values = isSeveral
        ? [...(member as unknown[]), member]
        : [isOpen ? args[name] : member];
      const own = values.map((value) => this.token(name, value));
      found = (found ?? [[]]).flatMap((others) => own.map((token) => [...others, token]));
    }
    return found;
  }
}

/** What the record of an entity has for an argument. */
function memberOf(entity: EntityClass, record: object | undefined, name: string): unknown {
  if (!record || !Object.hasOwn(record, name) || isPkOf(entity, name)) return undefined;
  return (record as Members)[name];
}

function isOrder(name: string): boolean {
  return name.startsWith('order');
}

/** Members that equal the arguments. */
export const DEFAULT_RULES: ListRules = {
  follows: true,
  filter: undefined,
  sort: undefined,
  ignores: isOrder,
  belongs: (list, effect, member, args) => matchesList(list, isOrder, effect, args, member),
  shapes: new Map(),
};

/** The shapes of the lists of some members, in all stores. */
export class ListShapes {
  /** For lists without rules of their own in their record: those of the collection declared first. */
  readonly fallback: ListRules;
  readonly #tokens = new WeakMap<
    object,
    { readonly rules: ListRules; readonly found: readonly unknown[] }
  >();

  constructor(fallback = DEFAULT_RULES) {
    this.fallback = fallback;
  }

  /** The rules of a list, also of one that does not follow its members. */
  rulesOf(list: Partial<RuledRecord>): ListRules {
    return list[LIST_RULES] ?? this.fallback;
  }

  /** The shape of a list; `undefined` if the list does not follow its members. */
  shapeOf(list: RuledRecord): ListShape | undefined {
    const rules = this.rulesOf(list);
    if (!rules.follows) return undefined;
    const names = Object.keys(list.args)
      .filter((name) => !rules.ignores(name) && !isUnfilled(list.args[name]))
      .sort();
    const key = JSON.stringify(names);
    let shape = rules.shapes.get(key)?.deref();
    if (!shape) {
      for (const [gone, ref] of rules.shapes) if (!ref.deref()) rules.shapes.delete(gone);
      rules.shapes.set(key, new WeakRef((shape = new ListShape(rules, names))));
    }
    return shape;
  }

  /** The tokens by which a list is found. */
  readonly tokensOf: RecordTokens = (record) => {
    // The cast holds: the rows are lists, or stand for removed ones.
    const ruled = record as Partial<RuledRecord>;
    const { args } = ruled;
    if (!args) return NONE;
    const rules = this.rulesOf(ruled);
    const known = this.#tokens.get(args);
    if (known?.rules === rules) return known.found;
    const shape = this.shapeOf(record as RuledRecord);
    const found: unknown[] = [shape ?? UNFOLLOWED];
    for (const name of shape?.names ?? NONE) {
      const value = args[name];
      found.push(shape!.token(name, value));
      if (Array.isArray(value)) for (const one of value) found.push(shape!.token(name, one));
    }
    this.#tokens.set(args, { rules, found });
    return found;
  };

  /**
   * The members that arguments of lists name, in the rows of `key`. An empty name stands for all: a
   * rule of the program reads the records.
   */
  names(walk: StoreWalk, key: string): string[] {
    return this.#known(walk, key).flatMap(({ names, rules }) =>
      rules.filter || rules.sort ? [''] : names,
    );
  }

  /** The lists in the rows of `key` that changes may affect, by pk, each with those changes. */
  affected(
    walk: StoreWalk,
    key: string,
    changes: readonly RecordChange[],
  ): Map<string, RecordChange[]> {
    const found = new Map<string, RecordChange[]>();
    for (const shape of this.#known(walk, key)) {
      for (const change of changes) {
        for (const tokens of shape.searches(change)) {
          for (const pk of walk.search(key, this.tokensOf, tokens)) {
            const known = found.get(pk);
            if (!known) found.set(pk, [change]);
            else if (known.at(-1) !== change) known.push(change);
          }
        }
      }
    }
    return found;
  }

  /** The shapes of the lists that a store knows. */
  #known(walk: StoreWalk, key: string): ListShape[] {
    // The cast holds: shapes are the only tokens that are objects.
    return [...walk.objectTokens(key, this.tokensOf)] as ListShape[];
  }
}

const NONE: readonly never[] = [];
