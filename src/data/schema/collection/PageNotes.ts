/**
 * Where a page begins: after the page with this endpoint key, or after the end of the list when the
 * page was requested.
 */
export type PageStart = { readonly page: string } | { readonly end: unknown };

/** Collects the lists and numbers that follow the entities of a response. */
export interface FollowerNotes {
  /** To which they may belong, before or after it. */
  readonly lists: ListRow[];
  readonly numbers: ListRow[];
  /** The numbers that it has changed. A read that overlaps it may have counted them already. */
  readonly counted: ListRow[];
  /** The records that it brought of entities whose stored record is newer. */
  readonly outdated: OutdatedRecord[];
}

/** Notes without any row. */
export const makeFollowerNotes = (): FollowerNotes => {
  return { lists: [], numbers: [], counted: [], outdated: [] };
};

/** A record that is not stored: the store has a newer one, or the entity was removed since. */
export interface OutdatedRecord {
  readonly kind: string;
  readonly pk: string;
  readonly record: object;
}

/** How one response affects a paginated list. */
export interface PageNotes {
  /** The endpoint key. */
  readonly key: string;
  /** `undefined`: the page is added at the current end of its list. */
  readonly start: PageStart | undefined;
  /** Whether there may be pages before the list of the response. */
  readonly mayPrecede?: boolean | undefined;
  /** The row of the list. `undefined`: the response brings no page. */
  readonly list: ListRow | undefined;
  /**
   * Where the response is in its list. `lost`: not in the list, because the list ends
   * elsewhere or has newer members.
   */
  where?: 'last' | 'within' | 'lost';
  /** The numbers of the response that may lack a later change: they are fetched once more. */
  doubtful?: readonly ListRow[];
  /** Only if requested. */
  readonly followers?: FollowerNotes | undefined;
  /** Endpoint keys of pages that were dropped from their list. */
  dropped?: readonly string[];
}

/** The row of a list in the table. */
export interface ListRow {
  readonly kind: string;
  readonly pk: string;
}

/** A list to which a response adds a page, and where that page begins. */
export interface PageOf {
  readonly list: ListRow;
  /** The endpoint key of the list. */
  readonly listKey: string;
  readonly start?: PageStart | undefined;
}

/** A request in flight, as the pages of lists see it. */
export interface PendingRead {
  /** The endpoint key. */
  readonly key: string;
  /** The page that it brings. */
  readonly page?: PageOf | undefined;
}

/** A page to request. */
interface NextPage<R> {
  readonly page: Omit<PageOf, 'list'>;
  /** The request whose response has to be stored first. */
  readonly after: R | undefined;
}

/**
 * Determines where a page begins that is being requested. It continues the page that was requested
 * before it. `list`: the record of the list, if there is one; `requests`: all pending requests, in
 * their order.
 */
export type RequestPage = <R extends PendingRead>(
  listKey: string,
  list: object | undefined,
  requests: readonly R[],
) => NextPage<R>;
