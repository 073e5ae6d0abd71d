import type { DehydratedRow, DehydratedState } from '../dehydrate/DehydratedState.ts';

/**
 * The state without rows whose present record was sent before. Adds the remaining rows to `sent`.
 */
export function withoutRows(
  state: DehydratedState,
  sent: Map<string, DehydratedRow[3]>,
): DehydratedState {
  const rows = state.rows.filter(([type, pk, , record]) => {
    const name = JSON.stringify([state.types[type], pk]);
    if (sent.has(name) && sent.get(name) === record) return false;
    sent.set(name, record);
    return true;
  });
  return { ...state, rows };
}
