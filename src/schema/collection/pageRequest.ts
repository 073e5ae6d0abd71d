import type { CollectionRecord } from './CollectionRow.ts';
import type { PageStart } from '../PageNotes.ts';
import { isAtEnd } from './pageEnd.ts';

/** A read in flight, as the pages of lists see it. */
interface PendingRead {
  /** The endpoint key. */
  readonly key: string;
  /** Whether its response has been stored, or it has failed. */
  readonly isSettled: boolean;
}

/** A page in flight. */
export interface PageRequest<R extends PendingRead = PendingRead> {
  readonly listKey: string;
  readonly start: PageStart | undefined;
  readonly request: R;
  /** The page in flight that this one continues. */
  previous?: PageRequest | undefined;
  /** The request whose response has to be stored first. */
  after?: R | undefined;
}

/**
 * Determines where a page begins that is being requested. It continues the page that was requested
 * before it. `pages`: the pages in flight, in the order in which they were requested; `reads`: all
 * reads in flight. `list`: the record of the list, if there is one.
 */
export function pageRequest<R extends PendingRead>(
  listKey: string,
  request: R,
  list: object | undefined,
  pages: Iterable<PageRequest<R>>,
  reads: Iterable<R>,
): PageRequest<R> {
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
}

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
