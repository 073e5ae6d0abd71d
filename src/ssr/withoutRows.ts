import type { DehydratedRow, DehydratedState } from '../dehydrate/DehydratedState.ts';

/** The state without the rows that were sent as they are; the others are noted as sent. */
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
