import type { Observable, OperatorFunction } from 'rxjs';
import { DEVELOPMENT } from '../shared/development.ts';
import type { ChangeSet } from './ChangeSet.ts';
import type { AnyChangeSet, KeyOf, RowOf } from './AnyChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { Dependents } from './Dependents.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';

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
): OperatorFunction<L, ChangeSet<KeyOf<L>, O>>;
export function joinManyChanges(
  right$: Observable<AnyChangeSet>,
  options: {
    readonly on: (right: unknown) => unknown;
    readonly project: (left: unknown, rights: readonly unknown[]) => unknown;
  },
): OperatorFunction<AnyChangeSet, AnyChangeSet> {
  const { on, project } = options;
  return (left$) =>
    inputsStage((subscriber) => {
      const reply = new ChangesReply<unknown, unknown>(subscriber);
      const lefts = new InputRows<unknown, unknown>();
      const rights = new InputRows<unknown, unknown>();
      const dependents = new Dependents<unknown, unknown>();
      const rightRows = new Map<unknown, readonly unknown[]>();
      const dirty = new Set<unknown>();

      function rightsOf(key: unknown): readonly unknown[] {
        let rows = rightRows.get(key);
        if (rows) return rows;
        rows = Array.from(dependents.of(key), (right) => rights.get(right));
        if (DEVELOPMENT) Object.freeze(rows);
        rightRows.set(key, rows);
        return rows;
      }

      function touch(key: unknown): void {
        if (key === undefined) return;
        rightRows.delete(key);
        dirty.add(key);
      }

      return {
        inputs: [
          changesInput(left$, (set) => {
            reply.causedBy(set.version);
            lefts.apply(set, (key) => dirty.add(key));
          }),
          changesInput(right$, (set) => {
            reply.causedBy(set.version);
            rights.apply(set, (right) => {
              touch(dependents.targetOf(right));
              dependents.link(right, rights.has(right) ? on(rights.get(right)) : undefined);
              touch(dependents.targetOf(right));
            });
          }),
        ],
        emit() {
          for (const key of dirty) {
            if (lefts.has(key)) {
              reply.show(key, project(lefts.get(key), rightsOf(key)));
            } else {
              rightRows.delete(key);
              reply.hide(key);
            }
          }
          dirty.clear();
          reply.send();
        },
      };
    });
}
