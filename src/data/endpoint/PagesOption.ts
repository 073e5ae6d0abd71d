/** Which pages of a list are loaded. `P` are the parameters of the endpoint. */
export interface LoadedPages<P = never> {
  /** The number of pages. */
  readonly count: number;
  /** The parameters that the first page was requested with. */
  readonly first: Partial<P>;
  /** The parameters that the last page was requested with. */
  readonly last: Partial<P>;
}

/**
 * The parameters that select a page: they are added to those of the list. Without any, or if one of
 * them is `null`, `undefined` or `''`, there is no such page.
 */
export type PageParams<P = never> =
  | ([P] extends [never] ? object : { readonly [N in keyof P]?: P[N] | null | undefined })
  | null
  | undefined;

/** How the pages of a list follow from each other. `D` is the data, `P` are the parameters. */
export interface PagesOption<D = never, P = never> {
  /**
   * The parameters of the page after the last one. `list` is the data: the items so far, and the
   * members beside them as the last page has them.
   */
  next(list: D, loaded: LoadedPages<P>): PageParams<P>;
  /** The same for the page before the first one; `list` has the members of the first page. */
  previous?(list: D, loaded: LoadedPages<P>): PageParams<P>;
  /**
   * The number of pages to keep, from 1. A further page drops one at the other end. Default: all.
   */
  readonly max?: number | undefined;
}
