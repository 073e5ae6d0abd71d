import type { Observable, OperatorFunction } from 'rxjs';
import { DEVELOPMENT } from '../../shared/development.ts';
import type { AnyChangeSet, ChangeSet, KeyOf, RowOf } from './ChangeSet.ts';
import { isSameKey, KeyMap } from './KeyMap.ts';
import { type KeyedStage, keyedStage } from './RowsOutput.ts';

/** How {@link joinChanges} joins two rows. */
interface Join<L extends AnyChangeSet, R extends AnyChangeSet> {
  /** The key of the right row that belongs to a left row; `undefined` or `null` for none. */
  readonly on: (left: RowOf<L>) => KeyOf<R> | null | undefined;
}

/** A join that keeps rows without a partner. */
export interface LeftJoin<L extends AnyChangeSet, R extends AnyChangeSet, O> extends Join<L, R> {
  /** Default `left`: rows without a partner stay. */
  readonly type?: 'left';
  /** Joins the two rows. Must depend on them only; an equal result (`Object.is`) is not sent. */
  readonly project: (left: RowOf<L>, right: RowOf<R> | undefined) => O;
}

/** A join that leaves out rows without a partner. */
export interface InnerJoin<L extends AnyChangeSet, R extends AnyChangeSet, O> extends Join<L, R> {
  /** Rows without a partner are left out. */
  readonly type: 'inner';
  /** Joins the two rows. Must depend on them only; an equal result (`Object.is`) is not sent. */
  readonly project: (left: RowOf<L>, right: RowOf<R>) => O;
}

/**
 * Each row with the row of another stream that it refers to: many to one. A changed row is
 * projected once per commit; a changed row of the other stream projects only the rows that refer to
 * it. If both streams change in one commit, one set is sent.
 *
 * @example
 * ```ts
 * const posts$ = changes(store, Post).pipe(
 *   joinChanges(changes(store, User), {
 *     on: (post) => post.authorId,
 *     project: (post, author) => ({ title: post.title, by: author?.name ?? 'nobody' }),
 *   }),
 * );
 * ```
 */
export function joinChanges<L extends AnyChangeSet, R extends AnyChangeSet, O>(
  right$: Observable<R>,
  options: LeftJoin<L, R, O> | InnerJoin<L, R, O>,
): OperatorFunction<L, ChangeSet<KeyOf<L>, O>> {
  // The cast holds: the streams have the keys and rows of `L` and `R`.
  const { on, project } = options as LeftJoin<Any, Any, O>;
  const isInner = options.type === 'inner';
  return joinStage<L, O>((left$, { rows, touch, output }) => {
    const dependents = new Dependents<unknown, unknown>();
    const lefts: KeyMap<unknown, unknown> = rows(left$, (key) => {
      dependents.link(key, lefts.has(key) ? on(lefts.get(key)) : undefined);
      touch(key);
    });
    const rights = rows(right$, (target) => {
      for (const key of dependents.of(target)) touch(key);
    });
    return (key) => {
      const target = dependents.targetOf(key);
      const hasPartner = target !== undefined && rights.has(target);
      if (!lefts.has(key) || (isInner && !hasPartner)) output.hide(key);
      else output.show(key, project(lefts.get(key), hasPartner ? rights.get(target) : undefined));
    };
  });
}

/** How {@link joinManyChanges} joins rows. */
export interface JoinManyOptions<L extends AnyChangeSet, R extends AnyChangeSet, O> {
  /** The key of the left row that a right row belongs to; `undefined` or `null` for none. */
  readonly on: (right: RowOf<R>) => KeyOf<L> | null | undefined;
  /**
   * Joins the rows. `rights` is in the order in which its rows were linked; a new array only if its
   * rows changed, and never edited. Must depend on the rows only; an equal result (`Object.is`) is
   * not sent.
   */
  readonly project: (left: RowOf<L>, rights: readonly RowOf<R>[]) => O;
}

/**
 * Each row with all rows of another stream that refer to it: one to many. The cost of a changed row
 * follows the number of rows that are joined with it; each left row is projected at most once per
 * commit.
 *
 * @example
 * ```ts
 * const users$ = changes(store, User).pipe(
 *   joinManyChanges(changes(store, Post), {
 *     on: (post) => post.authorId,
 *     project: (user, posts) => ({ name: user.name, count: posts.length }),
 *   }),
 * );
 * ```
 */
export function joinManyChanges<L extends AnyChangeSet, R extends AnyChangeSet, O>(
  right$: Observable<R>,
  options: JoinManyOptions<L, R, O>,
): OperatorFunction<L, ChangeSet<KeyOf<L>, O>> {
  // The cast holds: the streams have the keys and rows of `L` and `R`.
  const { on, project } = options as JoinManyOptions<Any, Any, O>;
  return joinStage<L, O>((left$, { rows, touch, output }) => {
    const dependents = new Dependents<unknown, unknown>();
    /** The rows of each key, until one of them changes. */
    const known = new KeyMap<unknown, readonly unknown[]>();
    const lefts = rows(left$, touch);
    const rights: KeyMap<unknown, unknown> = rows(right$, (right) => {
      changed(dependents.targetOf(right));
      dependents.link(right, rights.has(right) ? on(rights.get(right)) : undefined);
      changed(dependents.targetOf(right));
    });

    function changed(key: unknown): void {
      if (key === undefined) return;
      known.delete(key);
      touch(key);
    }

    return (key) => {
      if (!lefts.has(key)) {
        known.delete(key);
        return output.hide(key);
      }
      const own = known.get(key) ?? Array.from(dependents.of(key), (right) => rights.get(right));
      if (DEVELOPMENT) Object.freeze(own);
      known.set(key, own);
      output.show(lefts.keyOf(key), project(lefts.get(key), own));
    };
  });
}

type Any = AnyChangeSet;

/** A {@link keyedStage} whose rows have the keys of its first input. */
function joinStage<L extends Any, O>(
  start: (left$: Observable<L>, stage: KeyedStage<unknown, O>) => (key: unknown) => void,
): OperatorFunction<L, ChangeSet<KeyOf<L>, O>> {
  // The cast holds: `start` shows rows of these keys only.
  return (left$) =>
    keyedStage<unknown, O>((stage) => start(left$, stage)) as Observable<ChangeSet<KeyOf<L>, O>>;
}

/** Which rows refer to which key of the other side. */
export class Dependents<K, T> {
  readonly #targets = new KeyMap<K, T>();
  readonly #dependents = new KeyMap<T, Set<K>>();

  /** The rows that depend on the key, in the order in which they were linked. */
  of(target: T): Iterable<K> {
    return this.#dependents.get(target) ?? NO_ROWS;
  }

  /** The key that the row depends on; `undefined` if there is none. */
  targetOf(key: K): T | undefined {
    return this.#targets.get(key);
  }

  /**
   * Makes the row depend on this key only; on none with `undefined` or `null`. A row that depends
   * on the key already keeps its position.
   */
  link(key: K, target: T | null | undefined): void {
    const before = this.#targets.get(key);
    if (isSameKey(before, target)) return;
    if (before !== undefined) {
      const others = this.#dependents.get(before)!;
      others.delete(key);
      if (others.size === 0) this.#dependents.delete(before);
      this.#targets.delete(key);
    }
    if (target == null) return;
    this.#targets.set(key, target);
    const others = this.#dependents.get(target);
    if (others) others.add(key);
    else this.#dependents.set(target, new Set([key]));
  }
}

const NO_ROWS: readonly never[] = [];
