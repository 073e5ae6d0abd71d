/** A parameter of a template. A wildcard takes several segments. */
export interface PathParam {
  readonly name: string;
  readonly isWildcard: boolean;
}

/**
 * One part of a parsed template: text, already encoded for a URL, a parameter, or the parts of a
 * group.
 */
export type PathPart = string | PathParam | readonly PathPart[];

/** A parsed path template, see {@link parsePath}. */
export interface PathTemplate {
  readonly source: string;
  /** The path part. */
  readonly path: readonly PathPart[];
  /** The parts after the question mark: text and parameters only; empty without one. */
  readonly query: readonly PathPart[];
  /** The names of all parameters. */
  readonly names: ReadonlySet<string>;
  /** The names of the parameters outside of groups. */
  readonly required: ReadonlySet<string>;
  /**
   * Start of the last segment with a parameter: the position of its slash in `source`, and the
   * number of open groups there.
   */
  readonly lastSegment: { readonly at: number; readonly depth: number } | undefined;
  /** Position of the question mark in `source`; without one, the length of `source`. */
  readonly queryAt: number;
}
