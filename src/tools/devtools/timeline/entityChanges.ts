import type { CommitRecord } from '../../inspect/Recording.ts';

type Changes = CommitRecord['changes'];

/** How many entities of one entity key a commit changed. */
export interface ChangeCount {
  readonly entityKey: string;
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
}

/** One changed entity. */
export interface EntityChange {
  readonly entityKey: string;
  readonly pk: string;
  /** The record before the commit; `undefined`: the commit added it. */
  readonly before: object | undefined;
  /** The record after the commit; `undefined`: the commit removed it. */
  readonly after: object | undefined;
}

const counts = new WeakMap<Changes, readonly ChangeCount[]>();

/** The changes of a commit by entity key, without keys of which no entity changed. */
export function changeCounts(changes: Changes): readonly ChangeCount[] {
  let found = counts.get(changes);
  if (!found) {
    found = changes
      .keys()
      .filter((entityKey) => changes.changeCount(entityKey) > 0)
      .map((entityKey) => countOf(changes, entityKey));
    counts.set(changes, found);
  }
  return found;
}

function countOf(changes: Changes, entityKey: string): ChangeCount {
  let [added, updated, removed] = [0, 0, 0];
  changes.forEach(entityKey, (_pk, record, previous) => {
    if (previous === undefined) added++;
    else if (record === undefined) removed++;
    else updated++;
  });
  return { entityKey, added, updated, removed };
}

/** The first changed entities of a commit, at most `limit` per entity key. */
export function entityChanges(changes: Changes, limit: number): readonly EntityChange[] {
  return changeCounts(changes).flatMap(({ entityKey }) => {
    const found: EntityChange[] = [];
    changes.forEach(entityKey, (pk, after, before) => {
      if (found.length < limit) found.push({ entityKey, pk, before, after });
    });
    return found;
  });
}

/** `+1 ~2 −3` as words, for assistive technology and titles: `1 added, 2 updated, 3 removed`. */
export function changeText({ added, updated, removed }: ChangeCount): string {
  const texts = [
    added > 0 && `${added} added`,
    updated > 0 && `${updated} updated`,
    removed > 0 && `${removed} removed`,
  ];
  return texts.filter((text) => text !== false).join(', ');
}
