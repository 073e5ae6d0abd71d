/** A deliberate mistake of one line in the library, which the histories must find. */
export interface Defect {
  readonly what: string;
  /** Relative to `src`. */
  readonly file: string;
  /** A text that the file contains exactly once. */
  readonly find: string;
  readonly replace: string;
}
