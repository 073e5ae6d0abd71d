/** A parameter of a template. A wildcard takes several segments. */
export interface PathParam {
  readonly name: string;
  readonly isWildcard: boolean;
}

/** One part of a parsed template: text as a URL needs it, a parameter, or the parts of a group. */
export type PathPart = string | PathParam | readonly PathPart[];

/** A parsed path template, see {@link parsePath}. */
export interface PathTemplate {
  readonly source: string;
  /** The path part. */
  readonly path: readonly PathPart[];
  /** What follows the question mark: text and params only; empty without one. */
  readonly query: readonly PathPart[];
  /** Every parameter. */
  readonly names: ReadonlySet<string>;
  /** Parameters outside of groups. */
  readonly required: ReadonlySet<string>;
  /** Where the last segment with a parameter starts: position of its slash in `source`, and open groups there. */
  readonly lastSegment: { readonly at: number; readonly depth: number } | undefined;
  /** Position of the question mark in `source`, or its length. */
  readonly queryAt: number;
}
