import type { Part } from './Operation.ts';

/** The newest that is known of a user; without a record it was removed. */
export interface Row {
  readonly record: Part | undefined;
  /** Of the members, where the answers stand that brought them. */
  readonly places: ReadonlyMap<string, number>;
  readonly seq: number;
  readonly receivedAt: number;
  readonly expiresAt: number;
}

export type Rows = Map<string, Row>;

/** When an answer came, and when it is stale, ms. */
export type Times = Pick<Row, 'receivedAt' | 'expiresAt'>;

/** Stands for `undefined` in what is shown. */
export const NOTHING = '-';

/**
 * Writes what an answer brings of a user: each member that no later answer has brought. It brings nobody back who was removed later. A user
 * in doubt stays so until all members come at once.
 */
export function putUser(
  rows: Rows,
  { id, ...part }: Part & { readonly id: string },
  seq: number,
  { receivedAt, expiresAt }: Times,
): void {
  const row = rows.get(id);
  const isLate = row !== undefined && row.seq > seq;
  if (isLate && !row.record) return;
  const [record, places] = [{ ...row?.record }, new Map(row?.record && row.places)];
  for (const member of ['name', 'email'] as const) {
    if (part[member] === undefined || (places.get(member) ?? 0) > seq) continue;
    record[member] = part[member];
    places.set(member, seq);
  }
  const isInDoubt =
    row?.record &&
    row.expiresAt === 0 &&
    Object.keys(row.record).some((member) => !(member in part));
  if (isLate) rows.set(id, { ...row, record, places });
  else {
    // Who comes again goes last.
    if (!row?.record) rows.delete(id);
    rows.set(id, { record, places, seq, receivedAt, expiresAt: isInDoubt ? 0 : expiresAt });
  }
}

const REMOVED = {
  record: undefined,
  places: new Map<string, number>(),
  receivedAt: 0,
  expiresAt: 0,
};

/** Leaves a tombstone. */
export function dropUser(rows: Rows, id: string, seq: number): void {
  const row = rows.get(id);
  if (!row || row.seq <= seq) rows.set(id, { ...REMOVED, seq });
}

/** A user as `id:name:email`; `*` for an id that is not known yet. */
export function showUser(rows: Rows, id: string): string {
  const record = rows.get(id)?.record;
  if (!record) return NOTHING;
  return `${id.startsWith('*') ? '*' : id}:${record.name ?? ''}:${record.email ?? ''}`;
}
