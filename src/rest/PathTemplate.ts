import type { Step } from './compileSteps.ts';

/** One part of a parsed template. The text of `text` is ready for a URL. */
export type PathPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'param' | 'wildcard'; readonly name: string }
  | { readonly type: 'group'; readonly parts: readonly PathPart[] };

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
  /** What recognises built paths. */
  readonly steps: readonly Step[];
}
