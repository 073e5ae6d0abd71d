import type { CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import type { CountRecord } from '../../data/schema/collection/listCounts.ts';
import { isLater, latest, type Stamp, type Version } from './versions.ts';

/** The stamp of the last change of a list or a number. */
export function lastOf({ at, members = at }: Version): Stamp {
  return members;
}

/** The time of the last response of a list or a number. */
export function baseOf({ at, base = at[0] }: Version): number {
  return base;
}

/** The version of a list or a number that has followed changes of records with these stamps. */
export function followed(known: Version, changes: readonly Stamp[]): Version {
  const { at, gone } = known;
  const members = latest(lastOf(known), ...changes);
  return { at, members, base: baseOf(known), seen: seenAfter(known, changes), gone };
}

/** What a list or a number has seen after changes with these stamps. */
export function seenAfter(known: Version, changes: readonly Stamp[]): Version['seen'] {
  const times = new Map(Object.entries(known.seen ?? {}));
  for (const [time, tab] of changes) {
    if (time > Math.max(baseOf(known), times.get(tab) ?? 0)) times.set(tab, time);
  }
  return Object.fromEntries(times);
}

/** The stamps of the changes that a list or a number has seen. */
export function stampsIn({ seen = {} }: Version): readonly Stamp[] {
  return Object.entries(seen).map(([tab, time]) => [time, tab]);
}

/** Whether a list or a number lacks changes that another version of it has. */
export function lacksChanges(version: Version, other: Version): boolean {
  return stampsIn(other).some((stamp) => lacks(version, stamp));
}

/** Whether a list or a number lacks the change with this stamp. */
export function lacks(version: Version, [time, tab]: Stamp): boolean {
  return time > (version.seen?.[tab] ?? baseOf(version));
}

/** Whether a list or a number is that of an earlier response than another version of it, or lacks changes. */
function isBehind(version: Version, other: Version): boolean {
  return baseOf(version) < baseOf(other) || lacksChanges(version, other);
}

/**
 * Whether another tab has changed a list or a number without the changes that it has here. Neither
 * of both has all changes then.
 */
export function hasDiverged(known: Version, incoming: Version): boolean {
  const isFollowed = incoming.members !== undefined;
  if (!isBehind(incoming, known) || !isBehind(known, incoming)) return false;
  return !isFollowed || !isLater(incoming.at, known.at);
}

/**
 * Whether the one of two lists or numbers that is kept may lack changes of the other one. A list that is
 * taken may have members that were removed here.
 */
export function mayLack(
  incoming: object | undefined,
  existing: object | undefined,
  isTaken: boolean,
): boolean {
  const { added, removed } = differenceOf(existing, incoming);
  return added.length > 0 || (isTaken && removed.length > 0);
}

/** The members that a list has gained and lost, or both numbers beside a list. */
export function differenceOf(before: object | undefined, after: object | undefined) {
  const [was, is] = [new Set(valuesOf(before)), new Set(valuesOf(after))];
  return {
    added: [...is].filter((value) => !was.has(value)),
    removed: [...was].filter((value) => !is.has(value)),
  };
}

/** The members of a list, or the number beside it, as texts. */
export function valuesOf(record: object | undefined): string[] {
  const { count, members = { count } } = (record ?? {}) as Partial<CollectionRecord & CountRecord>;
  return Object.values(members).map((value) => JSON.stringify(value));
}
