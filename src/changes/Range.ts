/** A part of a list. */
export interface Range {
  /** How many rows come before it: a whole number from 0. */
  readonly offset: number;
  /** How many rows it has at most: a whole number from 0, or Infinity. */
  readonly limit: number;
}
