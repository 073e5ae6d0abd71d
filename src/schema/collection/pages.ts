import type { PageRequest, PageStart, RequestPage } from './PageNotes.ts';
import type { NormalizeDelegate } from '../Schema.ts';
import { type CollectionRefs, identityOf } from './CollectionMerge.ts';
import type { CollectionRecord } from './CollectionRow.ts';

/** Where a list with these members ends, for {@link CollectionRecord.end}. */
export function endOf(members: CollectionRefs): unknown {
  const last: unknown = Array.isArray(members) ? members.at(-1) : Object.keys(members).at(-1);
  return identityOf(last) ?? null;
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
  else if (!owner) notes.place = 'lost';
}

/** Whether a list ends where a page begins. */
export function isAtEnd({ end, pages }: CollectionRecord, start: PageStart): boolean {
  return 'page' in start ? pages?.at(-1) === start.page : end === start.end;
}

/** Determines where a page begins, see {@link RequestPage}. */
export const pageRequest: RequestPage = (listKey, request, list, pages, reads) => {
  // The cast is safe: the record of a list is a `CollectionRecord`.
  const record = list as CollectionRecord | undefined;
  const previous = [...pages]
    .filter((page) => page.listKey === listKey && mayBeAdded(page, record))
    .at(-1);
  const ofList = [...reads].find(({ key, isSettled }) => key === listKey && !isSettled);
  return {
    listKey,
    start: previous ? { page: previous.request.key } : record && { end: record.end },
    request,
    previous,
    after: previous?.request ?? (record ? undefined : ofList),
  };
};

/**
 * Whether the list ends where the page begins, or will do so once the pages before it are added.
 */
function mayBeAdded(
  { start, request, previous }: PageRequest,
  list: CollectionRecord | undefined,
): boolean {
  if (request.isSettled) return false;
  if (previous && !previous.request.isSettled) return mayBeAdded(previous, list);
  return !start || !list || isAtEnd(list, start);
}
