import type { KnownRow } from '../table/TableReader.ts';

/** A part of the state of a store. */
export interface Selection {
  /** Whether the result of an endpoint key is selected. */
  hasAnswer(key: string): boolean;
  /** Whether a row, live or removed, is selected. */
  hasRow(row: KnownRow): boolean;
  /** Whether all rows of an entity key are selected. */
  hasKind(kind: string): boolean;
}

/** Selects everything. */
export const EVERYTHING: Selection = {
  hasAnswer: () => true,
  hasRow: () => true,
  hasKind: () => true,
};
