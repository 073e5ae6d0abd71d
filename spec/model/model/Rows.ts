import { showEmail } from './ListSpec.ts';
import type { Part } from '../operations/Operation.ts';

/** The latest state of a user; without a record the user was removed. */
export interface Row {
  readonly record: Part | undefined;
  /** The seq of each member: that of the response that brought it. */
  readonly seqs: ReadonlyMap<string, number>;
  readonly seq: number;
  readonly receivedAt: number;
  readonly expiresAt: number;
  /** The members of a tainted user that no response has brought since; by default all. */
  readonly unsure?: readonly string[];
}

export type Rows = Map<string, Row>;

/** A user whose record a write changes. */
export interface Move {
  readonly id: string;
  /** `undefined`: the user had been removed. */
  readonly before: Part | undefined;
  readonly after: Part;
}

/** The changes between two states, of users that are there in the second and were known in the first. */
export function movesOf(ids: Iterable<string>, before: Rows, after: Rows): readonly Move[] {
  return [...ids].flatMap((id) => {
    const [known, is] = [before.get(id), after.get(id)?.record];
    const was = known?.record;
    return known && is && (!was || isChanged(was, is)) ? [{ id, before: was, after: is }] : [];
  });
}

function isChanged(was: Part, is: Part): boolean {
  return was.name !== is.name || showEmail(was.email) !== showEmail(is.email);
}

/** When a response arrived and when it becomes stale, ms. */
export type Times = Pick<Row, 'receivedAt' | 'expiresAt'>;

/** Stands for `undefined` in texts. */
export const NOTHING = '-';

/**
 * Writes a user from a response: each member that no later response has brought. A later removal
 * stays. A tainted user stays tainted until all members that it had are brought. A layer that a later
 * response has overtaken makes the user one of its own by each member that it brings.
 */
export function putUser(
  rows: Rows,
  { id, ...part }: Part & { readonly id: string },
  seq: number,
  { receivedAt, expiresAt }: Times,
  isLayer = false,
): void {
  const row = rows.get(id);
  const isLate = row !== undefined && row.seq > seq;
  if (isLate && !row.record) return;
  const [record, seqs] = [{ ...row?.record }, new Map(row?.record && row.seqs)];
  let isOfLayer = false;
  for (const member of ['name', 'email'] as const) {
    if (part[member] === undefined || (seqs.get(member) ?? 0) > seq) continue;
    Object.assign(record, { [member]: part[member] });
    seqs.set(member, seq);
    isOfLayer = isLayer;
  }
  const known = row?.record && row.expiresAt === 0 ? Object.keys(row.record) : [];
  const unsure = (row?.unsure ?? known).filter((member) => !(member in part));
  if (isLate) rows.set(id, { ...row, record, seqs, seq: isOfLayer ? Infinity : row.seq });
  else {
    // A user that appears again goes last.
    if (!row?.record) rows.delete(id);
    rows.set(id, {
      ...{ record, seqs, seq, receivedAt },
      ...(unsure.length > 0 ? { expiresAt: 0, unsure } : { expiresAt }),
    });
  }
}

const REMOVED = {
  record: undefined,
  seqs: new Map<string, number>(),
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
  return `${id.startsWith('*') ? '*' : id}:${record.name ?? ''}:${showEmail(record.email)}`;
}
