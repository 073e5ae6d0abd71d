import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import type { HydrateAction } from '../../kernel/store/Action.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { lacksEntity } from '../../kernel/views/lookups.ts';
import { inferenceIn } from '../../kernel/views/readState.ts';
import { listsOf } from '../dehydrate/sentLists.ts';
import type { Reader, Stored } from '../storage/Storage.ts';
import { outdatedLists } from './ListNotes.ts';
import {
  hydratedResult,
  hydratedRow,
  isListKind,
  timesAt,
  type TimeReader,
} from './storedRecords.ts';
import type { LoadedResult, LoadedRow } from './storedRecords.ts';
import { visitRecords } from './upgrade.ts';
import { Looked } from './watchedTable.ts';

/** When data is read, and how old it may be. */
interface Reading {
  readonly now: number;
  readonly flushedAt: number;
  readonly maxAge: number;
}

/** Brings in stored data. */
export interface LoadAction extends HydrateAction {
  readonly rows: readonly LoadedRow[];
  readonly results: readonly LoadedResult[];
}

/** Collects the stored data of some keys. A result whose rows are not all stored counts as not stored. */
export async function collectStored(
  tables: Reader,
  calls: readonly Call[],
  { now, flushedAt, maxAge }: Reading,
): Promise<LoadAction> {
  const times = timesAt(now, flushedAt);
  const youngerThan =
    (age: number): TimeReader =>
    (stored) => {
      const meta = times(stored);
      return meta && meta.receivedAt >= now - age ? meta : undefined;
    };
  const known = new StoredRows(tables, youngerThan(maxAge));
  const rows = new Set<LoadedRow>();
  const results: LoadedResult[] = [];
  const rules = new Map<LoadedRow, object>();
  const kinds = new Set<string>();
  const records = await tables.getMany(
    'results',
    calls.map(({ key }) => key),
  );
  for (const [index, { key, endpoint, args }] of calls.entries()) {
    const { persist, schema } = endpoint;
    const ownAge = (persist || undefined)?.maxAge ?? maxAge;
    const result = hydratedResult(key, records[index], youngerThan(ownAge));
    if (result?.isInvalidated) {
      results.push(result);
      continue;
    }
    let stored = result?.result;
    if (!result && schema) {
      await known.explore((table) => (stored = inferenceIn(table).ofEndpoint(endpoint, args)));
    }
    if (stored === undefined) continue;
    const reached = await known.explore(reachableFrom([{ schema, stored, args }]));
    // A result of all entities lacks those that were deleted.
    if (!reached || (result && !reached.isComplete)) continue;
    // A row is tainted, or a list that lacks changes of its members. A missing entity may be there since.
    const isExpired =
      reached.rows.some(({ meta }) => meta.expiresAt === 0) || lacksEntity(schema, stored);
    const stale = isExpired && { expiresAt: 0 };
    if (result) results.push({ ...result, meta: { ...result.meta, ...stale } });
    const { rules: ruled } = listsOf(schema);
    for (const row of reached.rows) {
      rows.add(row);
      if (ruled.has(row.kind)) rules.set(row, ruled.get(row.kind)!);
    }
    for (const kind of reached.kinds) kinds.add(kind);
  }
  const action = { type: 'hydrate', seq: 0, isStored: true, isLate: undefined } as const;
  const loaded = [...rows].map((row): LoadedRow => {
    const ruled = row.record && rules.get(row);
    return ruled ? { ...row, record: { ...row.record, ...ruled } } : row;
  });
  return { ...action, kinds: [...kinds], rows: loaded, results };
}

/**
 * Collects the stored rows that roots refer to. The rows of a root count as not stored unless all of
 * them are.
 */
export async function collectReached(
  tables: Reader,
  roots: readonly Root[],
  times: TimeReader,
): Promise<readonly LoadedRow[]> {
  const known = new StoredRows(tables, times);
  // All roots have common rounds.
  await known.explore(reachableFrom(roots));
  const rows = new Set<LoadedRow>();
  for (const root of roots) {
    const reached = await known.explore(reachableFrom([root]));
    for (const row of reached?.rows ?? []) rows.add(row);
  }
  return [...rows];
}

/** Whether a root refers to rows that a table does not know. */
export function lacksRows(table: EntityTable, root: Root): boolean {
  const looked = new Looked();
  reachableFrom([root])(looked.watch(table), looked);
  return [...looked.rows].some(([kind, pks]) => [...pks].some((pk) => !table.meta(kind, pk)));
}

/** A look at all rows that roots refer to. */
function reachableFrom(roots: readonly Root[]) {
  return (table: EntityTable, looked: Looked): void => {
    const sweep = new MarkAndSweep();
    sweep.mark([table], roots);
    // It does not visit entities that nest none.
    for (const kind of sweep.kinds) looked.kinds.add(kind);
  };
}

/** What a value consists of. */
interface Reached {
  readonly rows: readonly LoadedRow[];
  /** The entity keys of which all entities were fetched. */
  readonly kinds: readonly string[];
  /** Whether these are all whose rows were all read. */
  readonly isComplete: boolean;
}

/** Loads rows in rounds: each finds what the rows of the one before refer to. */
class StoredRows {
  readonly #tables: Reader;
  readonly #times: TimeReader;
  /** The rows that were looked up, by entity key and pk; `undefined`: not stored. */
  readonly #known = new Map<string, Map<string, LoadedRow | undefined>>();
  /** The entity keys whose rows are all known, and whether a response brought all of them. */
  readonly #whole = new Map<string, boolean>();
  /** Whether lists lack a change of their members, by entity key. */
  readonly #outdated = new Map<string, Awaited<ReturnType<typeof outdatedLists>>>();
  /** The rows that are known. */
  #table = EntityTable.empty();

  constructor(tables: Reader, times: TimeReader) {
    this.#tables = tables;
    this.#times = times;
  }

  /**
   * Repeats a look at the rows until it finds no others that are stored. `undefined` if one of them
   * is not, or if the look throws: the data has another shape.
   */
  async explore(look: (table: EntityTable, looked: Looked) => void): Promise<Reached | undefined> {
    for (;;) {
      const looked = new Looked();
      try {
        look(looked.watch(this.#table), looked);
      } catch {
        return undefined;
      }
      if (!(await this.#load(looked))) return this.#reached(looked);
    }
  }

  #reached(looked: Looked): Reached | undefined {
    const rows: LoadedRow[] = [];
    for (const [kind, pks] of looked.rows) {
      for (const pk of pks) {
        const row = this.#of(kind).get(pk);
        if (!row) return undefined;
        rows.push(row);
      }
    }
    for (const kind of looked.kinds) {
      for (const row of this.#of(kind).values()) if (row) rows.push(row);
    }
    const kinds = [...looked.kinds].filter((kind) => this.#whole.get(kind));
    return { rows, kinds, isComplete: kinds.length === looked.kinds.size };
  }

  /** Loads what was looked up for the first time. Returns whether there was something. */
  async #load({ rows, kinds }: Looked): Promise<boolean> {
    const draft = new EntityTableDraft(this.#table);
    const add = (kind: string, pk: string, record: unknown): boolean => {
      const stored = hydratedRow(kind, pk, record, this.#times);
      const isOutdated = stored && this.#outdated.get(kind)?.(pk, stored.meta.fetchedAt);
      const row = isOutdated ? { ...stored, meta: { ...stored.meta, expiresAt: 0 } } : stored;
      this.#of(kind).set(pk, row);
      if (!row) return false;
      const meta = { ...row.meta, seq: 0 };
      if (row.record) draft.rows(kind).write(pk, row.record, meta);
      else draft.rows(kind).remove(pk, meta, row.renamedTo);
      return true;
    };
    let isNew = false;
    for (const kind of kinds) {
      if (this.#whole.has(kind)) continue;
      isNew = true;
      let isComplete = (await this.#tables.get('kinds', kind)) !== undefined;
      const visit = ([key, record]: Stored): void => {
        isComplete = add(kind, key[1], record) && isComplete;
      };
      await visitRecords(this.#tables, 'rows', visit, [kind]);
      this.#whole.set(kind, isComplete);
      if (isComplete) draft.declare(kind);
    }
    const keys: [kind: string, pk: string][] = [];
    for (const [kind, pks] of rows) {
      for (const pk of pks) if (!this.#of(kind).has(pk)) keys.push([kind, pk]);
    }
    const records = await this.#tables.getMany('rows', keys);
    for (const [at, [kind, pk]] of keys.entries()) {
      if (isListKind(kind) && !this.#outdated.has(kind)) {
        this.#outdated.set(kind, await outdatedLists(this.#tables, kind));
      }
      add(kind, pk, records[at]);
    }
    this.#table = draft.commit().table;
    return isNew || keys.length > 0;
  }

  #of(kind: string): Map<string, LoadedRow | undefined> {
    let ofKind = this.#known.get(kind);
    if (!ofKind) this.#known.set(kind, (ofKind = new Map<string, LoadedRow | undefined>()));
    return ofKind;
  }
}
