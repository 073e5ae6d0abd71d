/** A mistake of one line in the library, made on purpose: the histories have to find it. */
export interface Defect {
  readonly what: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands in the file once. */
  readonly find: string;
  readonly replace: string;
}
