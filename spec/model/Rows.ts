import type { Part } from './Operation.ts';
import { tolerated } from './tolerated.ts';

/** The newest that is known of a user; without a record it was removed. */
export interface Row {
  readonly record: Part | undefined;
  readonly seq: number;
  readonly expiresAt: number;
}

export type Rows = Map<string, Row>;

/** Stands for `undefined` in what is shown. */
export const NOTHING = '-';

/** Writes what an answer brings of a user. What was overtaken fills in what is missing, and brings nobody back who was removed. */
export function putUser(
  rows: Rows,
  { id, ...part }: Part & { readonly id: string },
  seq: number,
  expiresAt: number,
): void {
  const row = rows.get(id);
  if (row && row.seq > seq) {
    if (row.record) rows.set(id, { ...row, record: { ...part, ...row.record } });
    return;
  }
  if (tolerated.shownRemovalStays && row && !row.record && row.seq === Infinity) return;
  // Who comes again goes last.
  if (!row?.record) rows.delete(id);
  rows.set(id, { record: { ...row?.record, ...part }, seq, expiresAt });
}

/** Leaves a tombstone. */
export function dropUser(rows: Rows, id: string, seq: number): void {
  const row = rows.get(id);
  if (!row || row.seq <= seq) rows.set(id, { record: undefined, seq, expiresAt: 0 });
}

/** A user as `id:name:email`; `*` for an id that is not known yet. */
export function showUser(rows: Rows, id: string): string {
  const record = rows.get(id)?.record;
  if (!record) return NOTHING;
  return `${id.startsWith('*') ? '*' : id}:${record.name ?? ''}:${record.email ?? ''}`;
}
