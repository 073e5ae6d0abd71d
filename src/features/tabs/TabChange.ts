import { countKeyOf } from '../../data/schema/collection/CollectionRow.ts';
import type { OutdatedRecord } from '../../data/schema/collection/PageNotes.ts';
import { changesOfLists, ofCalls } from '../../data/schema/collection/listsChanged.ts';
import type { HydratedResult } from '../../kernel/store/Action.ts';
import type { Sign } from '../../kernel/store/StoreInternals.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { TabMessage } from '../channel/TabLink.ts';
import { fail, listOf, membersOf, textOf } from '../../shared/codec/valueCodec.ts';
import { hydratedResult, hydratedRow, timesAt } from '../persist/storedRecords.ts';
import type { StoredResult, StoredRow } from '../persist/storedRecords.ts';
import type { TabRow } from './rowVersions.ts';
import { readVersion, type Version } from './versions.ts';

/** A row as a message has it. */
export type SentRow = readonly [kind: string, pk: string, row: StoredRow];

/** A result as a message has it, or `null` if only its sign changed. */
export type SentResult = readonly [key: string, result: StoredResult | null, sign: Sign | null];

/** An endpoint of which a call has signed all results. */
export type SentEndpoint = readonly [name: string, sign: Sign];

/** An entity key of lists that a call has changed, and the lists that the tab has. */
export type SentLists = readonly [kind: string, pks: readonly string[]];

/** A result of another tab. */
export interface TabResult extends HydratedResult {
  readonly version: Version;
}

/** What another tab has changed. */
export interface TabChange {
  readonly rows: readonly TabRow[];
  readonly results: readonly TabResult[];
  /** The keys that it has expired or invalidated. */
  readonly expired: readonly string[];
  readonly invalidated: readonly string[];
  /** The endpoints of which it has expired or invalidated all keys. */
  readonly endpoints: readonly SentEndpoint[];
  readonly lists: readonly SentLists[];
}

/** Reads the message of a change; throws if it is none. Times are by the clock here. */
export function readChange(message: TabMessage, now: number): TabChange {
  const times = timesAt(now, now);
  const results: TabResult[] = [];
  const signs = { expired: [] as string[], invalidated: [] as string[] };
  for (const packed of listOf(message.results)) {
    const [name, stored, sign] = listOf(packed);
    const key = textOf(name);
    if (stored !== null) {
      const result = hydratedResult(key, stored, times) ?? fail('no result');
      results.push({ ...result, version: readVersion(result.version) });
    }
    if (isSign(sign)) signs[sign].push(key);
  }
  const endpoints = listOf(message.endpoints ?? []).flatMap((packed): SentEndpoint[] => {
    const [name, sign] = listOf(packed);
    return isSign(sign) ? [[textOf(name), sign]] : [];
  });
  const rows = listOf(message.rows).map((packed) => {
    const [kind, pk, stored] = listOf(packed);
    const row = hydratedRow(textOf(kind), textOf(pk), stored, times) ?? fail('no row');
    return { ...row, version: readVersion(row.version) };
  });
  const lists = listOf(message.lists ?? []).map((packed): SentLists => {
    const [kind, pks] = listOf(packed);
    return [textOf(kind), listOf(pks).map(textOf)];
  });
  return { rows, results, endpoints, lists, ...signs };
}

function isSign(value: unknown): value is Sign {
  return value === 'expired' || value === 'invalidated';
}

/** Reads records that another tab does not have; throws if they are none. */
export function readRecords(packed: unknown): readonly OutdatedRecord[] {
  return listOf(packed ?? []).map((item) => {
    const [kind, pk, record] = listOf(item);
    return { kind: textOf(kind), pk: textOf(pk), record: membersOf(record) };
  });
}

/** The lists that calls have changed since a state. Changes of records are followed in each tab. */
export function calledLists(before: EntityTable, after: EntityTable): readonly SentLists[] {
  if (before.slots === after.slots) return [];
  const known = changesOfLists(before.slots);
  return [...(changesOfLists(after.slots) ?? [])].flatMap(([name, at]): SentLists[] => {
    const kind = name.slice(1);
    if (name !== ofCalls(kind) || known?.get(name) === at) return [];
    // The numbers beside the lists have changed, too.
    const kinds = [kind, countKeyOf(kind)];
    return kinds.map((rows) => [rows, [...after.entries(rows)].map(([pk]) => pk)]);
  });
}
