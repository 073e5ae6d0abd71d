import type { ListRow } from '../../data/schema/collection/PageNotes.ts';
import type { Sender } from '../../kernel/commits/Action.ts';
import type { HydrateAction } from '../../kernel/store/Action.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { applyHydrate, isLater } from './applyHydrate.ts';

/**
 * Commits the state of another store. Keys that may lack changes of this store are fetched again. So
 * are lists of which this store has loaded further pages, if the state has newer ones: they stay until
 * then.
 */
export function commitHydrate(
  { clock, commits, invalidation, streams }: StoreInternals,
  action: HydrateAction,
  sender: Pick<Sender<unknown>, 'becameVisible' | 'delivered'>,
): void {
  const paged = pagedLists(streams);
  // Results that arrived may never be read.
  for (const { key } of action.results) {
    if (!streams.byKey.has(key)) streams.listed.set(key, clock.now());
  }
  let expired: readonly string[] = [];
  commits.batch(() => {
    commits.dispatch(withoutPaged(action, paged), applyHydrate, {
      ...sender,
      applied: (keys) => (expired = keys),
      becameVisible() {
        for (const key of expired) {
          const stream = streams.peek(key);
          stream?.markForRefetch(stream.row.expiredSeq, 'at once');
        }
        sender.becameVisible?.();
      },
    });
    for (const [key, list] of paged) {
      const meta = action.rows.find((row) => isSame(row, list))?.meta;
      const known = commits.latest.confirmed.meta(list.kind, list.pk);
      const isNewer =
        meta && known && isLater(meta, known, action.isBehind) && meta.fetchedAt > known.fetchedAt;
      if (isNewer) invalidation.expire([key], commits.result(key).seq + 1);
    }
  });
}

/** The lists of which this store has loaded further pages, by endpoint key. */
export function pagedLists({ byKey }: StoreInternals['streams']): ReadonlyMap<string, ListRow> {
  const lists = new Map<string, ListRow>();
  for (const { key, reads } of byKey.values()) {
    const list = reads?.pagedList?.();
    if (list) lists.set(key, list);
  }
  return lists;
}

function withoutPaged(action: HydrateAction, paged: ReadonlyMap<string, ListRow>): HydrateAction {
  if (paged.size === 0) return action;
  const lists = [...paged.values()];
  return {
    ...action,
    rows: action.rows.filter((row) => !lists.some((list) => isSame(row, list))),
    results: action.results.filter(({ key }) => !paged.has(key)),
  };
}

function isSame(a: ListRow, b: ListRow): boolean {
  return a.kind === b.kind && a.pk === b.pk;
}
