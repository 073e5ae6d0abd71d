import type { ResultRecord } from '../table/ResultRecord.ts';
import type { Placing } from './Action.ts';
import type { Stamp } from '../table/Stamp.ts';

/** The meta of a row whose members may come from several responses. */
export interface RowStamp extends Stamp {
  /**
   * The seqs of members that the latest response did not bring. Kept only while older requests are
   * in flight.
   */
  readonly earlier?: ReadonlyMap<string, number>;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the meta of a row after the newer `incoming` was merged into `existing`. A tainted row
 * stays tainted until one response brings all of its members. `keepsSeqs`: whether the seqs of the
 * other members matter.
 */
export function stampAfter(
  known: RowStamp,
  stamp: Stamp,
  existing: object,
  incoming: object,
  keepsSeqs: boolean,
): RowStamp {
  const isTainted = known.expiresAt === 0;
  if (!keepsSeqs && !isTainted) return stamp;
  const [before, after] = [existing as Members, incoming as Members];
  const kept = Object.keys(before).filter((name) => after[name] === undefined);
  if (kept.length === 0) return stamp;
  const seqs = kept.map((name) => [name, seqOf(known, name)] as const);
  return {
    ...stamp,
    expiresAt: isTainted ? 0 : stamp.expiresAt,
    ...(keepsSeqs && { earlier: new Map(seqs) }),
  };
}

/**
 * Returns the members that a late response still contributes: members that the row lacks, or that
 * come from even older responses.
 */
export function lateMembers(
  known: RowStamp,
  existing: object,
  incoming: object,
  seq: number,
): Members {
  const before = existing as Members;
  const isLater = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && (before[name] === undefined || seqOf(known, name) < seq);
  return Object.fromEntries(Object.entries(incoming).filter(isLater));
}

/** Returns the meta of a row after members of an older response were merged into it. */
export function stampWith(known: RowStamp, members: Members, seq: number): RowStamp {
  const earlier = new Map(known.earlier);
  for (const name of Object.keys(members)) earlier.set(name, seq);
  return { ...known, earlier };
}

function seqOf({ seq, earlier }: RowStamp, name: string): number {
  return earlier?.get(name) ?? seq;
}

/** The meta of results and entities. */
export function times({ seq, fetchedAt, receivedAt }: Placing, expiryLength: number) {
  return { seq, fetchedAt, receivedAt, expiresAt: receivedAt + expiryLength };
}

/**
 * The same for the result of a key that may have been expired: a response that was requested before
 * the expiry is stale.
 */
export function timesAfter({ expiredSeq }: ResultRecord, placing: Placing, expiryLength: number) {
  const expiresAt = placing.seq < expiredSeq ? 0 : placing.receivedAt + expiryLength;
  return { ...times(placing, expiryLength), expiresAt, expiredSeq };
}
