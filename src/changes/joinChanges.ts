import type { Observable, OperatorFunction } from 'rxjs';
import type { ChangeSet } from '../store/ChangeSet.ts';
import { changesInput } from './changesInput.ts';
import { ChangesReply } from './ChangesReply.ts';
import { Dependents } from './Dependents.ts';
import { InputRows } from './InputRows.ts';
import { inputsStage } from './inputsStage.ts';

/** Whether rows without a partner stay: `left` yes, `inner` no. */
export type JoinType = 'left' | 'inner';

/** How {@link joinChanges} puts two rows together. */
export interface JoinOptions<L, RK, R, O, T extends JoinType> {
  /** The key of the row on the right that belongs to a row on the left; `undefined` or `null` for none. */
  readonly on: (left: L) => RK | null | undefined;
  /** Default `left`: rows without a partner stay. */
  readonly type?: T;
  /** What the two rows give. Has to depend on them only; a result that is the same by `Object.is` is not sent. */
  readonly project: (left: L, right: T extends 'inner' ? R : R | undefined) => O;
}

/**
 * Each row with the row of another stream that it refers to: many to one. A row that changes is projected once per commit; of the other side only
 * what depends on the changed rows is. Both may change in one commit: one set comes of it.
 *
 * @example
 * ```ts
 * const posts$ = store.changes(Post, { flat: true }).pipe(
 *   joinChanges(store.changes(User), {
 *     on: (post) => post.author,
 *     project: (post, author) => ({ title: post.title, by: author?.name ?? 'nobody' }),
 *   }),
 * );
 * ```
 */
export function joinChanges<K, L, RK, R, O, T extends JoinType = 'left'>(
  right$: Observable<ChangeSet<RK, R>>,
  options: JoinOptions<L, RK, R, O, T>,
): OperatorFunction<ChangeSet<K, L>, ChangeSet<K, O>> {
  const { on, type, project } = options;
  return (left$) =>
    inputsStage((subscriber) => {
      const reply = new ChangesReply<K, O>(subscriber);
      const lefts = new InputRows<K, L>();
      const rights = new InputRows<RK, R>();
      const dependents = new Dependents<K, RK>();
      const dirty = new Set<K>();

      function look(key: K): void {
        const target = dependents.targetOf(key);
        const hasPartner = target !== undefined && rights.has(target);
        if (!lefts.has(key) || (type === 'inner' && !hasPartner)) return reply.hide(key);
        // The casts hold: the left row is there, and the right one where the type says so.
        const right = hasPartner ? rights.get(target) : undefined;
        reply.show(key, project(lefts.get(key) as L, right as R));
      }

      return {
        inputs: [
          changesInput(left$, (set) => {
            reply.causedBy(set.version);
            lefts.apply(set, (key) => {
              dependents.link(key, lefts.has(key) ? on(lefts.get(key) as L) : undefined);
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
          for (const key of dirty) look(key);
          dirty.clear();
          reply.send();
        },
      };
    });
}
