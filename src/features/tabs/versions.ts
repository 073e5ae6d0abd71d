import { listOf, membersOf, numberOf, textOf } from '../../shared/codec/valueCodec.ts';
import type { LoadedResult, LoadedRow } from '../persist/storedRecords.ts';

/**
 * From when data counts, ms since epoch, and in which tab: a read from its sending, all other data
 * from its arrival. Of two equal times, the greater tab wins.
 */
export type Stamp = readonly [time: number, tab: string];

/** Where the members of a row come from. */
export interface Version {
  /** The stamp of the row: its times are those of this stamp. */
  readonly at: Stamp;
  /**
   * The stamp of all members but {@link older}; of a list or a number, that of the last change that
   * followed from records. Default: that of the row.
   */
  readonly members?: Stamp | undefined;
  /** The time of the response of a list or a number that calls or records have changed since. */
  readonly base?: number | undefined;
  /** The times until which a list or a number has the changes of tabs, by tab; only those after the response. */
  readonly seen?: Readonly<Record<string, number>> | undefined;
  /** The stamps of members that are older. */
  readonly older?: Readonly<Record<string, Stamp>> | undefined;
  /** The stamp of the last removal, of a row that came back. */
  readonly gone?: Stamp | undefined;
}

export function isLater([time, tab]: Stamp, [otherTime, otherTab]: Stamp): boolean {
  return time > otherTime || (time === otherTime && tab > otherTab);
}

export function isSame([time, tab]: Stamp, [otherTime, otherTab]: Stamp): boolean {
  return time === otherTime && tab === otherTab;
}

export function latest(...stamps: readonly [Stamp, ...Stamp[]]): Stamp {
  return stamps.reduce((one, other) => (isLater(other, one) ? other : one));
}

/** Reads a version; throws if it is none. */
export function readVersion(value: unknown): Version {
  const { at, members, base, seen, older = {}, gone } = membersOf(value);
  const stamps = Object.entries(membersOf(older));
  return {
    at: readStamp(at),
    members: members === undefined ? undefined : readStamp(members),
    older: Object.fromEntries(stamps.map(([name, stamp]) => [name, readStamp(stamp)])),
    gone: gone === undefined ? undefined : readStamp(gone),
    // Only lists have these.
    ...(base !== undefined && { base: numberOf(base) }),
    ...(seen !== undefined && { seen: readTimes(seen) }),
  };
}

function readStamp(value: unknown): Stamp {
  const [time, tab] = listOf(value);
  return [numberOf(time), textOf(tab)];
}

function readTimes(value: unknown): Readonly<Record<string, number>> {
  const times = Object.entries(membersOf(value));
  return Object.fromEntries(times.map(([tab, time]) => [tab, numberOf(time)]));
}

/** The version that was stored with data. Without one it is the same in all tabs. */
export function storedVersion(fetchedAt: number, stored: unknown): Version {
  try {
    return readVersion(stored);
  } catch {
    return { at: [fetchedAt, ''] };
  }
}

/** Data that was stored, with its version. */
export function versioned<T extends LoadedRow | LoadedResult>(data: T): T & { version: Version } {
  return { ...data, version: storedVersion(data.meta.fetchedAt, data.version) };
}
