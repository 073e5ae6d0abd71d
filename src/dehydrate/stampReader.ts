import type { HydratedStamp } from '../store/Action.ts';

/**
 * Reads the metas of a state that was made at `at`, ms since epoch by the clock that made it. That
 * clock may differ from the clock here, where it is `now`. `age` (ms) tells how long ago the state
 * was made; default: the difference of the clocks, but at least 0. So a clock here that runs behind
 * does not make data last longer, and one that runs ahead at worst causes a refetch.
 */
export function stampReader(
  stamps: readonly unknown[],
  at: number,
  now: number,
  age: number = Math.max(now - at, 0),
): (index: unknown) => HydratedStamp {
  const shift = now - age - at;
  const read = stamps.map((stamp) => shifted(readStamp(stamp), at, shift));
  return (index) => {
    const stamp = read[index as number];
    if (!stamp) throw new Error('a row refers to a stamp that does not exist');
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

/** A meta from after the state was made is stale. 0 stands for "never". */
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
