import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import { inferenceIn } from '../../kernel/views/readState.ts';

/**
 * The normalized data of a call in a state: that of its result, else inferred. Nothing is inferred
 * after an invalidation.
 */
export function storedOfCall(state: EntityTable, { key, endpoint, args }: Call): unknown {
  const row = state.result(key);
  if (row?.hasResult) return row.result;
  const isInvalidated = (row?.invalidatedSeq ?? 0) > 0;
  const hasSchema = endpoint.schema !== undefined && endpoint.schema !== null;
  if (isInvalidated || !hasSchema) return undefined;
  return inferenceIn(state).ofEndpoint(endpoint, args);
}

/** The data of a read; `undefined` if it throws: its observers get no data either. */
export function tryRead(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
