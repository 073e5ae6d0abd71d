import type { TableReader } from '../table/TableReader.ts';
import { NO_RESULT, type ResultRecord } from '../table/ResultRecord.ts';

/** The result that a stream has until its first response: that of a stream that stores the same. */
export interface FirstResult {
  readonly row: ResultRecord;
  /** A reset ends it. */
  readonly epoch: number;
}

/** The result of a key in a state. `first`: unless it has one of its own. */
export function resultOf(state: TableReader, key: string, first: FirstResult | undefined) {
  return state.result(key) ?? (first?.epoch === state.epoch ? first.row : NO_RESULT);
}
