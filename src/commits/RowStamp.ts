import type { AnswerRow } from '../table/AnswerRow.ts';
import type { Placing } from './Action.ts';
import type { Stamp } from '../table/Stamp.ts';

/** How fresh a row is whose members may come from several answers. */
export interface RowStamp extends Stamp {
  /** The places of members that the newest answer did not bring; kept only while answers to earlier requests are still to come. */
  readonly earlier?: ReadonlyMap<string, number>;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The stamp of `existing` when `incoming`, which is newer, was merged into it. A row in doubt stays so until an answer brings all of its
 * members. `keepsPlaces`: whether it matters where the other members come from.
 */
export function stampAfter(
  known: RowStamp,
  stamp: Stamp,
  existing: object,
  incoming: object,
  keepsPlaces: boolean,
): RowStamp {
  const isInDoubt = known.expiresAt === 0;
  if (!keepsPlaces && !isInDoubt) return stamp;
  const [before, after] = [existing as Members, incoming as Members];
  const kept = Object.keys(before).filter((name) => after[name] === undefined);
  if (kept.length === 0) return stamp;
  const places = kept.map((name) => [name, placeOf(known, name)] as const);
  return {
    ...stamp,
    expiresAt: isInDoubt ? 0 : stamp.expiresAt,
    ...(keepsPlaces && { earlier: new Map(places) }),
  };
}

/** What an answer in an earlier place than the row still tells: members that are missing, or come from answers before it. */
export function lateMembers(
  known: RowStamp,
  existing: object,
  incoming: object,
  seq: number,
): Members {
  const before = existing as Members;
  const isLater = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && (before[name] === undefined || placeOf(known, name) < seq);
  return Object.fromEntries(Object.entries(incoming).filter(isLater));
}

/** The stamp of a row into which members of an earlier place were merged. */
export function stampWith(known: RowStamp, members: Members, seq: number): RowStamp {
  const earlier = new Map(known.earlier);
  for (const name of Object.keys(members)) earlier.set(name, seq);
  return { ...known, earlier };
}

function placeOf({ seq, earlier }: RowStamp, name: string): number {
  return earlier?.get(name) ?? seq;
}

/** Freshness as answers and entities carry it. */
export function times({ seq, fetchedAt, receivedAt }: Placing, expiryLength: number) {
  return { seq, fetchedAt, receivedAt, expiresAt: receivedAt + expiryLength };
}

/** `times` for a key that was expired by a call: what was asked for before is stale as it comes. */
export function timesAfter({ expiredSeq }: AnswerRow, placing: Placing, expiryLength: number) {
  const expiresAt = placing.seq < expiredSeq ? 0 : placing.receivedAt + expiryLength;
  return { ...times(placing, expiryLength), expiresAt, expiredSeq };
}
