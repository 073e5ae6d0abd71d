import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import type { HydrateAction, HydratedResult, HydratedRow } from '../../kernel/store/Action.ts';
import { inferenceIn } from '../../kernel/views/readState.ts';
import type { Reader } from '../storage/Storage.ts';
import { ScratchTable } from './ScratchTable.ts';
import { hydratedResult, hydratedRow, timesAt, type TimeReader } from './storedRecords.ts';
import { visitRecords } from './upgrade.ts';

/** When data is read, and how old it may be. */
interface Reading {
  readonly now: number;
  readonly flushedAt: number;
  readonly maxAge: number;
}

/** What is stored of some keys. A result whose rows are not all stored counts as not stored. */
export async function collectStored(
  tables: Reader,
  calls: readonly Call[],
  { now, flushedAt, maxAge }: Reading,
): Promise<HydrateAction> {
  const times = timesAt(now, flushedAt);
  const youngerThan =
    (age: number): TimeReader =>
    (stored) => {
      const meta = times(stored);
      return meta && meta.receivedAt >= now - age ? meta : undefined;
    };
  const rows = new StoredRows(tables, youngerThan(maxAge));
  const records = await tables.getMany(
    'results',
    calls.map(({ key }) => key),
  );
  const results: HydratedResult[] = [];
  const used = new Map<string, HydratedRow>();
  const kinds = new Set<string>();
  for (const [index, call] of calls.entries()) {
    const { key, endpoint } = call;
    const ownAge = (endpoint.persist || undefined)?.maxAge ?? maxAge;
    const result = hydratedResult(key, records[index], youngerThan(ownAge));
    const stored = result ? result.result : await rows.infer(call);
    const reached = stored === undefined ? undefined : await rows.reach(call, stored);
    if (!reached) continue;
    if (result) results.push(result);
    for (const row of reached.rows) used.set(JSON.stringify([row.kind, row.pk]), row);
    for (const kind of reached.kinds) kinds.add(kind);
  }
  return {
    type: 'hydrate',
    seq: 0,
    kinds: [...kinds],
    rows: [...used.values()],
    results,
    isLate: undefined,
  };
}

/** What a value consists of. */
interface Reached {
  readonly rows: Iterable<HydratedRow>;
  readonly kinds: Iterable<string>;
}

/** Loads rows in rounds: each finds what the rows of the one before refer to. */
class StoredRows {
  readonly #tables: Reader;
  readonly #times: TimeReader;
  /** The rows that were looked up, by kind and pk; `undefined`: not stored. */
  readonly #known = new Map<string, Map<string, HydratedRow | undefined>>();
  /** The kinds of which all rows are known, and whether a response brought all of them. */
  readonly #whole = new Map<string, boolean>();

  constructor(tables: Reader, times: TimeReader) {
    this.#tables = tables;
    this.#times = times;
  }

  /** The normalized data that the stored rows have for a call without a result. */
  async infer({ endpoint, args }: Call): Promise<unknown> {
    if (endpoint.schema === undefined || endpoint.schema === null) return undefined;
    let stored: unknown;
    await this.#untilKnown((table) => {
      try {
        stored = inferenceIn(table).ofEndpoint(endpoint, args);
      } catch {
        // Its observers get no data either.
        stored = undefined;
      }
    });
    return stored;
  }

  /** All rows that a normalized value consists of; `undefined` if one of them is not stored. */
  async reach({ endpoint, args }: Call, stored: unknown): Promise<Reached | undefined> {
    if (stored === undefined) return undefined;
    const { schema } = endpoint;
    const table = await this.#untilKnown((scratch) => {
      new MarkAndSweep().mark([scratch], [{ schema, stored, args }]);
    });
    if (table.missing.size > 0) return undefined;
    const rows: HydratedRow[] = [];
    for (const [kind, pks] of table.found) {
      for (const pk of pks) {
        const row = this.#known.get(kind)?.get(pk);
        if (row) rows.push(row);
      }
    }
    const kinds = [...table.wholeKinds].filter((kind) => this.#whole.get(kind));
    for (const kind of table.wholeKinds) {
      for (const row of this.#known.get(kind)?.values() ?? []) if (row) rows.push(row);
    }
    return { rows, kinds };
  }

  /** Repeats a look at the rows until it finds no others that are stored. */
  async #untilKnown(look: (table: ScratchTable) => void): Promise<ScratchTable> {
    for (;;) {
      const rows = [...this.#known.values()].flatMap((ofKind) => [...ofKind.values()]);
      const kinds = [...this.#whole].filter(([, isComplete]) => isComplete).map(([kind]) => kind);
      const table = ScratchTable.of(
        rows.filter((row) => row !== undefined),
        kinds,
      );
      look(table);
      if (!(await this.#loadMissing(table))) return table;
    }
  }

  /** Loads what was looked up for the first time. Returns whether there was something. */
  async #loadMissing(table: ScratchTable): Promise<boolean> {
    const kinds = [...table.wholeKinds].filter((kind) => !this.#whole.has(kind));
    for (const kind of kinds) await this.#loadKind(kind);
    const keys: [kind: string, pk: string][] = [];
    for (const [kind, pks] of table.missing) {
      for (const pk of pks) if (!this.#ofKind(kind).has(pk)) keys.push([kind, pk]);
    }
    if (keys.length === 0) return kinds.length > 0;
    const records = await this.#tables.getMany('rows', keys);
    for (const [index, [kind, pk]] of keys.entries()) this.#add(kind, pk, records[index]);
    return true;
  }

  async #loadKind(kind: string): Promise<void> {
    await visitRecords(
      this.#tables,
      'rows',
      ([key, record]) => {
        // The cast holds: rows have keys of two texts.
        this.#add(kind, (key as readonly [string, string])[1], record);
      },
      [kind],
    );
    this.#whole.set(kind, (await this.#tables.get('kinds', kind)) !== undefined);
  }

  #add(kind: string, pk: string, record: unknown): void {
    this.#ofKind(kind).set(pk, hydratedRow(kind, pk, record, this.#times));
  }

  #ofKind(kind: string): Map<string, HydratedRow | undefined> {
    let ofKind = this.#known.get(kind);
    if (!ofKind) this.#known.set(kind, (ofKind = new Map<string, HydratedRow | undefined>()));
    return ofKind;
  }
}
