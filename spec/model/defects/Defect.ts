/** A deliberate mistake of one line in the library, which the histories must find. */
export interface Defect {
  readonly what: string;
  /** Of the seeds that were tried, the one that finds it first. Default 1. */
  readonly seed?: number;
  /** The function of `src` that is changed: `name` or `Class.member`. The file may be any. */
  readonly within: string;
  /** A text that the function contains exactly once; line breaks and indentation do not count. */
  readonly find: string;
  readonly replace: string;
}
