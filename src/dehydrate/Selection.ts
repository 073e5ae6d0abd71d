import type { KnownRow } from '../table/TableReader.ts';

/** A part of what a store knows. */
export interface Selection {
  /** Whether the answer of an endpoint key is in it. */
  hasAnswer(key: string): boolean;
  /** Whether a row, live or removed, is in it. */
  hasRow(row: KnownRow): boolean;
  /** Whether all rows of a kind are. */
  hasKind(kind: string): boolean;
}

/** All of it. */
export const EVERYTHING: Selection = {
  hasAnswer: () => true,
  hasRow: () => true,
  hasKind: () => true,
};
