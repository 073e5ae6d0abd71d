import type { CollectionRecord } from '../../data/schema/collection/CollectionRow.ts';
import type { CountRecord } from '../../data/schema/collection/listCounts.ts';
import { isLater, isSame, latest, type Stamp, type Version } from './versions.ts';

/** The stamp of the last change of a list or a number. */
export function lastOf({ at, members = at }: Version): Stamp {
  return members;
}

/** The version of a list or a number that has followed changes of records with these stamps. */
export function followed(known: Version, changes: readonly Stamp[]): Version {
  const { at, gone } = known;
  return { at, members: latest(lastOf(known), ...changes), gone };
}

/**
 * Whether another tab has changed a list or a number without the changes that this tab has. Neither
 * of both has all changes then.
 */
export function hasDiverged(known: Version, incoming: Version): boolean {
  const { from, members } = incoming;
  const [last, knownLast] = [lastOf(incoming), lastOf(known)];
  if (!from || isSame(from, knownLast) || isSame(last, knownLast)) return false;
  // A list that was read after the change has it.
  const isRead = members !== undefined || known.from === undefined;
  if (isRead && isLater(known.at, last)) return false;
  return members === undefined || !isLater(incoming.at, known.at);
}

/** Whether a list or a number that another tab has read may lack changes that this tab has. */
export function lacksChanges(incoming: Version, known: Version): boolean {
  return incoming.from === undefined && isLater(lastOf(known), lastOf(incoming));
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
