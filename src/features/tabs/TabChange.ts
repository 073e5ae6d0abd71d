import type { HydratedResult } from '../../kernel/store/Action.ts';
import type { TabMessage } from '../channel/TabLink.ts';
import { fail, listOf, textOf } from '../../shared/codec/valueCodec.ts';
import { hydratedResult, hydratedRow, timesAt } from '../persist/storedRecords.ts';
import type { StoredResult, StoredRow } from '../persist/storedRecords.ts';
import { readVersion, type TabRow, type Version } from './rowVersions.ts';

/** A row as a message has it. */
export type SentRow = readonly [kind: string, pk: string, row: StoredRow];

/** A result as a message has it, or `null` if only its sign changed. */
export type SentResult = readonly [key: string, result: StoredResult | null, sign: Sign | null];

/** What a call has done with a result. */
export type Sign = 'expired' | 'invalidated';

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
    if (sign === 'expired' || sign === 'invalidated') signs[sign].push(key);
  }
  const rows = listOf(message.rows).map((packed) => {
    const [kind, pk, stored] = listOf(packed);
    const row = hydratedRow(textOf(kind), textOf(pk), stored, times) ?? fail('no row');
    return { ...row, version: readVersion(row.version) };
  });
  return { rows, results, ...signs };
}
