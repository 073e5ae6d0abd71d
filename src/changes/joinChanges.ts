import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from './ChangeSet.ts';
import type { AnyChangeSet, KeyOf, RowOf } from './AnyChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { Dependents } from './Dependents.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';

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
): OperatorFunction<L, ChangeSet<KeyOf<L>, O>>;
export function joinChanges(
  right$: Observable<AnyChangeSet>,
  options: {
    readonly on: (left: unknown) => unknown;
    readonly type?: 'left' | 'inner';
    readonly project: (left: unknown, right: unknown) => unknown;
  },
): OperatorFunction<AnyChangeSet, AnyChangeSet> {
  const { on, type, project } = options;
  return (left$) =>
    inputsStage((subscriber) => {
      const reply = new ChangesReply<unknown, unknown>(subscriber);
      const lefts = new InputRows<unknown, unknown>();
      const rights = new InputRows<unknown, unknown>();
      const dependents = new Dependents<unknown, unknown>();
      const dirty = new Set<unknown>();

      function join(key: unknown): void {
        const target = dependents.targetOf(key);
        const hasPartner = target !== undefined && rights.has(target);
        if (!lefts.has(key) || (type === 'inner' && !hasPartner)) return reply.hide(key);
        const right = hasPartner ? rights.get(target) : undefined;
        reply.show(key, project(lefts.get(key), right));
      }

      return {
        inputs: [
          changesInput(left$, (set) => {
            reply.causedBy(set.version);
            lefts.apply(set, (key) => {
              dependents.link(key, lefts.has(key) ? on(lefts.get(key)) : undefined);
              dirty.add(key);
            });
          }),
          changesInput(right$, (set) => {
            reply.causedBy(set.version);
            rights.apply(set, (target) => {
              for (const key of dependents.of(target)) dirty.add(key);
            });
          }),
        ],
        emit() {
          for (const key of dirty) join(key);
          dirty.clear();
          reply.send();
        },
      };
    });
}
