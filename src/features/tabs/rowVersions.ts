import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { declaresVersion, isOutdated } from '../../data/schema/Entity.ts';
import { mergeRecords } from '../../data/schema/entity/mergeRecords.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { isOwn } from '../../data/schema/isOwn.ts';
import type { HydratedRow } from '../../kernel/store/Action.ts';
import type { ResultRecord } from '../../kernel/table/ResultRecord.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import { isListKind } from '../persist/storedRecords.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { baseOf, followed, lacks, lastOf, seenAfter } from './listVersions.ts';
import { isLater, isSame, type Stamp, type Version } from './versions.ts';

/** A row with its version. Without a record, it was removed. */
export interface VersionedRow {
  readonly record: object | undefined;
  readonly version: Version;
}

/** A row of another tab, or of the storage. */
export interface TabRow extends HydratedRow {
  readonly version: Version;
}

/** What counts from this much later than a removal was created again, whether or not its tab knew, ms. */
const AGAIN = 10_000;

/** When a tab changed data last, of what it has not sent yet, ms since epoch. */
export type ChangedAt = (dataIn: (table: TableReader) => unknown) => number;

type Members = Readonly<Record<string, unknown>>;

/** The versions of the rows and results that a tab has, by record, removal or result. */
export class RowVersions {
  readonly tab: string;
  readonly #known = new WeakMap<object, Version>();
  /** The last time of the changes of each tab, including this one, that this tab has. */
  readonly #seen = new Map<string, number>();

  constructor(tab: string) {
    this.tab = tab;
  }

  /** The version of a row, live or removed; `undefined` if the table does not have it. */
  of(table: TableReader, kind: string, pk: string): Version | undefined {
    const meta = table.meta(kind, pk);
    return meta && this.ofData(table.get(kind, pk) ?? meta, meta);
  }

  /** The version of a record, of the meta of a removed row, or of a result. */
  ofData(data: object, meta: { readonly seq: number; readonly fetchedAt: number }): Version {
    // What came from a page or a storage has no seq: it is the same in all tabs.
    return this.#known.get(data) ?? { at: [meta.fetchedAt, meta.seq <= 0 ? '' : this.tab] };
  }

  /** Whether a row came from a page, a storage or another tab, and is as it came. */
  isLoaded(before: TableReader, after: TableReader, kind: string, pk: string): boolean {
    // The row is one that the table has.
    const meta = after.meta(kind, pk)!;
    if (isOwn(meta)) return false;
    // A list that changes with its members keeps its meta; one that gets its rules, its members.
    const [was, record] = [before.get(kind, pk), after.get(kind, pk)];
    const isUnchanged =
      !before.meta(kind, pk) || was === record || (isListKind(kind) && isSameList(was, record));
    if (isUnchanged || !this.has(record ?? meta)) return isUnchanged;
    // A list that has changed back may have the record of an earlier version.
    const [known, next] = [before, after].map((table) => this.of(table, kind, pk)!);
    return !isListKind(kind) || !isLater(lastOf(known), lastOf(next));
  }

  /** Whether data came from another tab, or was sent to them. */
  has(data: object): boolean {
    return this.#known.has(data);
  }

  /** Whether this tab has changes that a list or a number lacks. */
  hasSince(version: Version): boolean {
    return [...this.#seen].some(([tab, time]) => lacks(version, [time, tab]));
  }

  /** Data of another tab, or of an earlier session of this one, has this version. */
  note(data: object, version: Version): void {
    this.#known.set(data, version);
    for (const [time, tab] of [version.at, lastOf(version)]) {
      if (time > (this.#seen.get(tab) ?? 0)) this.#seen.set(tab, time);
    }
  }

  /**
   * The version of a row that this tab has changed between two states. `called`: the entity keys of
   * the lists that calls have changed.
   */
  next(
    before: TableReader,
    after: TableReader,
    kind: string,
    pk: string,
    changedAt: ChangedAt,
    called: ReadonlySet<string>,
  ): Version {
    const known = this.of(before, kind, pk);
    const [previous, record] = [before.get(kind, pk), after.get(kind, pk)];
    // The row is one that the table has.
    const meta = after.meta(kind, pk)!;
    if (known && record && record === previous && meta.fetchedAt <= known.at[0]) return known;
    const isWhole = isListKind(kind);
    // A list that calls or records have changed keeps its meta.
    const isLocal = isWhole && previous && record && before.meta(kind, pk)?.seq === meta.seq;
    const own = isLocal ? known : undefined;
    const last = own ? lastOf(own) : known?.at;
    const at = this.#after(last, meta.fetchedAt, () => changedAt((table) => table.get(kind, pk)));
    let version: Version = changed(known, previous, record, isWhole, at);
    // A number follows calls, as it follows records.
    if (own && (isCountKey(kind) || !called.has(kind))) version = followed(own, [at]);
    else if (own) version = { ...version, base: baseOf(own), seen: seenAfter(own, [at]) };
    else if (isWhole && record) {
      // A response has what this tab knew when it was stored.
      const seen = [...this.#seen].map(([tab, time]): Stamp => [time, tab]);
      version = { ...version, seen: seenAfter(version, seen) };
    }
    this.note(record ?? meta, version);
    return version;
  }

  /** The stamp of a result that this tab has replaced. */
  nextOfResult(
    key: string,
    before: ResultRecord,
    after: ResultRecord,
    changedAt: ChangedAt,
  ): Version {
    const known = this.ofData(before, before).at;
    const at = this.#after(known, after.fetchedAt, () => changedAt((table) => table.result(key)));
    this.note(after, { at });
    return { at };
  }

  /** What this tab has written is later than what it has replaced. */
  #after(known: Stamp | undefined, fetchedAt: number, changedAt: () => number): Stamp {
    const isNew = !known || fetchedAt > known[0];
    return [isNew ? fetchedAt : Math.max(changedAt(), known[0] + 1), this.tab];
  }
}

/** Whether two records of a list, or of the number beside one, differ at most in their rules. */
function isSameList(one: object | undefined, other: object | undefined): boolean {
  if (!one || !other) return false;
  const [was, is] = [one as Members, other as Members];
  return Object.keys(was).every((name) => was[name] === is[name]);
}

/** Members that did not change keep their stamps. */
function changed(
  known: Version | undefined,
  previous: object | undefined,
  record: object | undefined,
  isWhole: boolean,
  at: Stamp,
): Version {
  if (!record || !known) return { at };
  if (!previous) return { at, gone: known.at };
  if (isWhole) return { at, gone: known.gone };
  const [old, next] = [previous as Members, record as Members];
  // The row was removed and came back.
  const isBack = Object.keys(old).some(
    (name) => old[name] !== undefined && next[name] === undefined,
  );
  if (isBack) return { at, gone: at };
  const stamps = namesIn(next).map(
    (name) => [name, old[name] === next[name] ? ofMember(known, name) : at] as const,
  );
  return versionOf(at, stamps, known.gone);
}

/** The version of a row with the stamps of its members. */
function versionOf(
  at: Stamp,
  stamps: readonly (readonly [name: string, stamp: Stamp])[],
  gone: Stamp | undefined,
): Version {
  const [[, first] = ['', at]] = stamps;
  const isOne = stamps.every(([, stamp]) => isSame(stamp, first));
  if (isOne) return { at, members: isSame(first, at) ? undefined : first, older: {}, gone };
  const older = stamps.filter(([, stamp]) => isLater(at, stamp));
  return { at, members: undefined, older: Object.fromEntries(older), gone };
}

function namesIn(record: Members): string[] {
  return Object.keys(record).filter((name) => record[name] !== undefined);
}

/**
 * What all tabs and the storage make of two versions of a row, in whichever order they meet; `known`
 * itself if it has all of `incoming`.
 */
export function mergeRows(
  known: TabRow,
  incoming: TabRow,
  entity: EntityClass | undefined,
): TabRow {
  const { record, version } = merged(known, incoming, entity);
  const [{ at }, { expiresAt }] = [incoming.version, incoming.meta];
  if (!isSame(at, known.version.at)) {
    const from = isSame(at, version.at) ? incoming : known;
    return shareStructure(known, { ...from, record, version });
  }
  const isExpired = expiresAt < known.meta.expiresAt;
  const meta = isExpired ? { ...known.meta, expiresAt } : known.meta;
  return shareStructure(known, { ...known, record, version, meta });
}

function merged(known: TabRow, incoming: TabRow, entity: EntityClass | undefined): VersionedRow {
  let isNewer = isLater(incoming.version.at, known.version.at);
  if (isListKind(known.kind)) {
    const [one, other] = [incoming.version, known.version];
    isNewer ||= isSame(one.at, other.at) && isLater(lastOf(one), lastOf(other));
    return isNewer ? incoming : known;
  }
  if (!entity || !declaresVersion(entity)) return mergeVersions(known, incoming);
  const [before, after] = [known, incoming].map(({ record, meta }) => record ?? meta.removed);
  if (before && after) {
    const [meta, incomingMeta] = [known, incoming].map((row) => ({ ...row.meta, seq: 0 }));
    if (isOutdated(entity, meta, incomingMeta, before, after)) isNewer = false;
    else isNewer ||= isOutdated(entity, incomingMeta, meta, after, before);
  }
  return isNewer ? mergeWhole(incoming, known) : mergeWhole(known, incoming);
}

/**
 * What two tabs make of a row, in whichever order they meet: of each member the value with the later
 * stamp. A removal wins against what a tab has written before it knew of it.
 */
function mergeVersions(known: VersionedRow, incoming: VersionedRow): VersionedRow {
  const gone = later(goneAt(known), goneAt(incoming));
  const [one, other] = [known, incoming].filter((row) => row.record && isSince(row, gone));
  // Without a record on one of both sides, there was a removal.
  if (!one) return { record: undefined, version: { at: gone! } };
  if (!other) return { record: one.record, version: { ...one.version, gone } };
  const [newer, earlier] = isLater(other.version.at, one.version.at) ? [other, one] : [one, other];
  const members: [string, unknown][] = [];
  const stamps: [string, Stamp][] = [];
  for (const name of new Set([newer, earlier].flatMap(({ record }) => Object.keys(record!)))) {
    const first = stampOf(newer, name);
    const stamp = later(first, stampOf(earlier, name));
    if (!stamp) continue;
    members.push([name, ((stamp === first ? newer : earlier).record as Members)[name]]);
    stamps.push([name, stamp]);
  }
  const version = versionOf(newer.version.at, stamps, gone);
  return { record: Object.fromEntries(members), version };
}

/** Whether a merge has dropped the record of a row: its tab did not know of the last removal. */
export function isDropped(row: VersionedRow, { record, version }: VersionedRow): boolean {
  return row.record !== undefined && record !== undefined && !isSince(row, version.gone);
}

/** Whether a row came after a removal. */
function isSince({ version: { at, gone } }: VersionedRow, removal: Stamp | undefined): boolean {
  if (!removal || (gone && !isLater(removal, gone))) return true;
  return at[0] > removal[0] + AGAIN;
}

/** The row of the version that a class calls newer. It has the members that only the other one has. */
function mergeWhole(newer: VersionedRow, older: VersionedRow): VersionedRow {
  const { record, version } = newer;
  if (!record || !older.record) return newer;
  return { record: mergeRecords(older.record, record), version };
}

function goneAt({ record, version }: VersionedRow): Stamp | undefined {
  return record ? version.gone : version.at;
}

/** The stamp of a member; `undefined` if the record lacks it. */
export function stampOf({ record, version }: VersionedRow, name: string): Stamp | undefined {
  const isThere = (record as Members)[name] !== undefined;
  return isThere ? ofMember(version, name) : undefined;
}

function ofMember({ at, members = at, older }: Version, name: string): Stamp {
  return older?.[name] ?? members;
}

function later(one: Stamp | undefined, other: Stamp | undefined): Stamp | undefined {
  if (!one || !other) return one ?? other;
  return isLater(other, one) ? other : one;
}
