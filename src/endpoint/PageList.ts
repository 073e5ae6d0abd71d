/** The list that a response adds a page to. */
export interface PageList {
  /** The key of the list's own endpoint. */
  readonly key: string;
  /** The schema of that endpoint. */
  readonly schema?: unknown;
  /** The row of the list in the table. */
  readonly kind: string;
  readonly pk: string;
}
