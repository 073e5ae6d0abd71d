import type { PageStart, RequestPage } from './PageNotes.ts';
import type { NormalizeDelegate } from '../Schema.ts';
import { type CollectionRefs, identityOf } from './CollectionMerge.ts';
import type { CollectionRecord, CollectionRow } from './CollectionRow.ts';
import { recordOf } from './listMembers.ts';
import type { RuledRecord } from './ListRules.ts';

/** Where a list ends whose last response has these members. */
export function endOf(
  { inner, lists }: CollectionRow,
  list: RuledRecord,
  members: CollectionRefs,
  by: NormalizeDelegate,
): Pick<CollectionRecord, 'end' | 'last'> {
  if (!Array.isArray(members)) return { end: Object.keys(members).at(-1) ?? null };
  const ref: unknown = members.at(-1);
  const isSorted = lists.rulesOf(list).sort;
  return {
    end: identityOf(ref) ?? null,
    ...(isSorted && { last: recordOf(inner, ref, by) }),
  };
}

/** Where a list begins with these members, if it is sorted, and there may be pages before it. */
export function startOf(
  { inner, lists }: CollectionRow,
  list: RuledRecord,
  [ref]: readonly unknown[],
  by: NormalizeDelegate,
): Pick<CollectionRecord, 'first'> {
  return lists.rulesOf(list).sort ? { first: recordOf(inner, ref, by) } : {};
}

/**
 * Notes what happened to the `pages` of a list when the list itself was fetched. An older response
 * does not replace them.
 */
export function notePages(
  pages: readonly string[],
  list: object | undefined,
  { pages: notes, owner }: NormalizeDelegate,
): void {
  if (!notes) return;
  const isKept = (list as CollectionRecord | undefined)?.pages !== undefined;
  if (!isKept) notes.dropped = [...(notes.dropped ?? []), ...pages];
  // The members beside the list come from its last page.
  else if (!owner) notes.where = 'lost';
}

/** Whether a list ends where a page begins. */
export function isAtEnd({ end, pages }: CollectionRecord, start: PageStart): boolean {
  return 'page' in start ? pages?.at(-1) === start.page : end === start.end;
}

/** Determines where a page begins, see {@link RequestPage}. */
export const pageRequest: RequestPage = (listKey, list, pending) => {
  // The cast is safe: the record of a list is a `CollectionRecord`.
  const record = list as CollectionRecord | undefined;
  // Whether the list ends where a page begins, or will do so once the pages before it are added.
  const mayBeAdded = new Map<string, boolean>();
  let previous: (typeof pending)[number] | undefined;
  for (const request of pending) {
    const { key, page } = request;
    if (page?.listKey !== listKey) continue;
    const { start } = page;
    const follows = start && 'page' in start ? mayBeAdded.get(start.page) : undefined;
    const isAdded = follows ?? (!start || !record || isAtEnd(record, start));
    mayBeAdded.set(key, isAdded);
    if (isAdded) previous = request;
  }
  const start = previous ? { page: previous.key } : record && { end: record.end };
  const ofList = record ? undefined : pending.find(({ key }) => key === listKey);
  return { page: { listKey, start }, after: previous ?? ofList };
};
