import type { CollectionRecord } from './CollectionRow.ts';
import type { PageRequest, RequestPage } from '../PageNotes.ts';
import { isAtEnd } from './pageEnd.ts';

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
