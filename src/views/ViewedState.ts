import type { TableReader } from '../table/TableReader.ts';

/** The part of a state or of its draft that views depend on. */
export interface ViewedState {
  readonly entities: TableReader;
}
