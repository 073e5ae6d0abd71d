import type { Observable, OperatorFunction } from 'rxjs';
import { DEVELOPMENT } from '../shared/development.ts';
import type { ChangeSet } from '../store/ChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { Dependents } from './Dependents.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';

/** How {@link joinManyChanges} puts rows together. */
export interface JoinManyOptions<K, L, R, O> {
  /** The key of the row on the left that a row on the right belongs to; `undefined` or `null` for none. */
  readonly on: (right: R) => K | null | undefined;
  /**
   * What the rows give. `rights` is in the order in which the rows came to belong there, another array only if its rows are others, and never changed.
   * Has to depend on the rows only; a result that is the same by `Object.is` is not sent.
   */
  readonly project: (left: L, rights: readonly R[]) => O;
}

/**
 * Each row with all rows of another stream that refer to it: one to many. A row that changes costs as much as there are rows that belong together;
 * each of those is projected once per commit.
 *
 * @example
 * ```ts
 * const users$ = store.changes(User).pipe(
 *   joinManyChanges(store.changes(Post, { flat: true }), {
 *     on: (post) => post.author,
 *     project: (user, posts) => ({ name: user.name, count: posts.length }),
 *   }),
 * );
 * ```
 */
export function joinManyChanges<K, L, RK, R, O>(
  right$: Observable<ChangeSet<RK, R>>,
  options: JoinManyOptions<K, L, R, O>,
): OperatorFunction<ChangeSet<K, L>, ChangeSet<K, O>> {
  const { on, project } = options;
  return (left$) =>
    inputsStage((subscriber) => {
      const reply = new ChangesReply<K, O>(subscriber);
      const lefts = new InputRows<K, L>();
      const rights = new InputRows<RK, R>();
      const dependents = new Dependents<RK, K>();
      const together = new Map<K, readonly R[]>();
      const dirty = new Set<K>();

      function rightsOf(key: K): readonly R[] {
        let rows = together.get(key);
        if (rows) return rows;
        // The cast holds: what depends on the key is there.
        rows = Array.from(dependents.of(key), (right) => rights.get(right) as R);
        if (DEVELOPMENT) Object.freeze(rows);
        together.set(key, rows);
        return rows;
      }

      function touch(key: K | undefined): void {
        if (key === undefined) return;
        together.delete(key);
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
              dependents.link(right, rights.has(right) ? on(rights.get(right) as R) : undefined);
              touch(dependents.targetOf(right));
            });
          }),
        ],
        emit() {
          for (const key of dirty) {
            if (lefts.has(key)) {
              reply.show(key, project(lefts.get(key) as L, rightsOf(key)));
            } else {
              together.delete(key);
              reply.hide(key);
            }
          }
          dirty.clear();
          reply.send();
        },
      };
    });
}
