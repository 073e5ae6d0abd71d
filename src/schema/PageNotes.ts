/** Where a page begins: behind the page with this endpoint key, else where the list ended when the page was requested. */
export type PageStart = { readonly page: string } | { readonly end: unknown };

/** What one response does to lists that are read in pages. */
export interface PageNotes {
  /** The endpoint key. */
  readonly key: string;
  /** `undefined`: a page is added wherever its list ends. */
  readonly start: PageStart | undefined;
  /** Where the response stands in its list. `lost`: nowhere, the list does not end where the page begins, or has newer members. */
  place?: 'last' | 'within' | 'lost';
  /** Endpoint keys of pages that are not in their list any more. */
  dropped?: readonly string[];
}
