/**
 * Where a page begins: after the page with this endpoint key, or after the end of the list when the
 * page was requested.
 */
export type PageStart = { readonly page: string } | { readonly end: unknown };

/** How one response affects a paginated list. */
export interface PageNotes {
  /** The endpoint key. */
  readonly key: string;
  /** `undefined`: the page is added at the current end of its list. */
  readonly start: PageStart | undefined;
  /**
   * The position of the response in its list. `lost`: not in the list, because the list ends
   * elsewhere or has newer members.
   */
  place?: 'last' | 'within' | 'lost';
  /** Endpoint keys of pages that were dropped from their list. */
  dropped?: readonly string[];
}

/** A read in flight, as the pages of lists see it. */
export interface PendingRead {
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
export type RequestPage = <R extends PendingRead>(
  listKey: string,
  request: R,
  list: object | undefined,
  pages: Iterable<PageRequest<R>>,
  reads: Iterable<R>,
) => PageRequest<R>;
