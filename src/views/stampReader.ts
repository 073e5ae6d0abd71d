import type { Stamp } from '../table/Stamp.ts';

/** A stamp that has no place in the order of the store yet. */
export type HydratedStamp = Omit<Stamp, 'seq'>;

/**
 * Reads the stamps of a state that was made at `at`, ms since epoch, by its own clock. That clock and this one, where it is `now`, may differ.
 * How long ago the state was made is told by `age` (ms), else by the clocks – but never is anything of the future. So a clock that runs behind
 * that of the server does not make data last longer, and one that runs ahead has it fetched again at worst.
 */
export function stampReader(
  stamps: readonly unknown[],
  at: number,
  now: number,
  age: number = Math.max(now - at, 0),
): (place: unknown) => HydratedStamp {
  const shift = now - age - at;
  const read = stamps.map((stamp) => shifted(readStamp(stamp), at, shift));
  return (place) => {
    const stamp = read[place as number];
    if (!stamp) throw new Error('a stamp that is not there');
    return stamp;
  };
}

function readStamp(stamp: unknown): HydratedStamp {
  const [fetchedAt, receivedAt, expiresAt] = Array.isArray(stamp) ? (stamp as unknown[]) : [];
  const isStamp = isTime(fetchedAt) && isTime(receivedAt);
  if (!isStamp || !(expiresAt === null || isTime(expiresAt))) {
    throw new Error('a stamp without times');
  }
  return { fetchedAt, receivedAt, expiresAt: expiresAt ?? Infinity };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** What claims to have come after the state was made is stale. 0 stands for no time at all. */
function shifted(stamp: HydratedStamp, at: number, shift: number): HydratedStamp {
  const { fetchedAt, receivedAt, expiresAt } = stamp;
  const move = (time: number): number => (time === 0 ? 0 : Math.min(time, at) + shift);
  const isOfFuture = fetchedAt > at || receivedAt > at;
  return {
    fetchedAt: move(fetchedAt),
    receivedAt: move(receivedAt),
    expiresAt: isOfFuture || expiresAt === 0 ? 0 : expiresAt + shift,
  };
}
