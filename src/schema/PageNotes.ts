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
