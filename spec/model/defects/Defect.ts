/** A deliberate mistake of one line in the library, which the histories must find. */
export interface Defect {
  readonly what: string;
  /** The function of `src` that is changed: `name` or `Class.member`. The file may be any. */
  readonly within: string;
  /** A text that the function contains exactly once; line breaks and indentation do not count. */
  readonly find: string;
  readonly replace: string;
}
