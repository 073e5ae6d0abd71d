import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { forEachEntity } from '../../data/schema/forEachEntity.ts';
import { type FollowerNotes, makeFollowerNotes } from '../../data/schema/collection/PageNotes.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';
import { viewsOf } from '../../kernel/views/viewsOf.ts';
import type { MergedData } from '../channel/StoreSession.ts';
import { followedRows } from '../dehydrate/applyHydrate.ts';
import { pagedLists } from '../dehydrate/commitHydrate.ts';
import { listsOf, putRows, rulesAction, withRules } from '../dehydrate/sentLists.ts';
import { hydratedRow, isListKind, itemsOf, storedRow, timesAt } from '../persist/storedRecords.ts';
import { Looked } from '../persist/watchedTable.ts';
import {
  addCountedTwice,
  addOutdated,
  addUnfollowed,
  type FollowedChange,
} from './doubtfulLists.ts';
import { followed, lastOf } from './listVersions.ts';
import { isDropped, mergeRows, type RowVersions, type TabRow } from './rowVersions.ts';
import { isLater, isSame, storedVersion, versioned } from './versions.ts';
import type { SentLists, TabChange, TabResult } from './TabChange.ts';
import { takenRows } from './takenRows.ts';
import { hasPages, type IsPaged, TabWriter } from './TabWriter.ts';

/** Reads times as they are. */
const asTheyAre = /* @__PURE__ */ timesAt(Infinity, 0);

/** The work that follows a change of another tab. */
interface Taken {
  /** The keys to fetch. */
  readonly keys: readonly string[];
  readonly followers: FollowerNotes;
}

/** Brings what other tabs have changed into the store. */
export class TabReceiver {
  readonly #internals: StoreInternals;
  readonly #versions: RowVersions;
  readonly #seen = new WeakSet();
  /** The classes that observed streams contain, by entity key. */
  readonly #classes = new Map<string, EntityClass>();
  /** Rows that were missing in an observed list: each is fetched once. */
  readonly #missed = new EntityKeySet();

  constructor(internals: StoreInternals, versions: RowVersions) {
    this.#internals = internals;
    this.#versions = versions;
  }

  /** Whether the store has an endpoint key. */
  has(key: string): boolean {
    const { commits, streams } = this.#internals;
    return streams.byKey.has(key) || commits.latest.confirmed.result(key) !== undefined;
  }

  /** The keys of an endpoint, and those of results that came from a page and were never read. */
  keysNamed(name: string): readonly string[] {
    const { commits, streams } = this.#internals;
    const results = [...commits.latest.confirmed.results()].map(([key]) => key);
    return [...streams.byKey.keys(), ...results].filter(
      (key) => (streams.at(key)?.endpoint.name ?? name) === name,
    );
  }

  /** The keys that show lists which another tab has changed without having them, or their pages. */
  keysBehind(lists: readonly SentLists[]): Iterable<string> {
    const { commits, streams } = this.#internals;
    const rows = new EntityKeySet();
    const isPaged = this.#pagedLists();
    for (const [kind, pks] of lists) {
      for (const [pk, record] of commits.latest.confirmed.entries(kind)) {
        if (!pks.includes(pk) || isPaged(kind, pk, record)) rows.add(kind, pk);
      }
    }
    // A result has no dependencies before its first read.
    if (!rows.isEmpty) for (const stream of streams.byKey.values()) stream.view();
    return this.#keysOf(rows);
  }

  /** The lists of which this tab has loaded further pages. */
  #pagedLists(): IsPaged {
    const lists = [...pagedLists(this.#internals.streams).values()];
    return (kind, pk, record) =>
      hasPages(record) || lists.some((list) => list.kind === kind && list.pk === pk);
  }

  /** The keys of the store whose data may contain entities of these keys. */
  keysWith(kinds: ReadonlySet<string>): readonly string[] {
    const keys: string[] = [];
    for (const { endpoint, key } of this.#internals.streams.byKey.values()) {
      let contains = false;
      forEachEntity(endpoint.schema, new Set(), (entity) => (contains ||= kinds.has(entity.key)));
      if (contains) keys.push(key);
    }
    return keys;
  }

  /**
   * Takes rows that the store has or whose class it observes, and results of its keys, in one
   * commit; calls `committed` when that is in the state. `sentAt`: when the first mutation was sent that
   * may have brought them, ms since epoch; without it, they are no response to a mutation.
   */
  take(
    { lists: called, rows, results }: TabChange,
    sentAt: number | undefined,
    committed: () => void,
  ): Taken {
    const { commits, requests } = this.#internals;
    this.learn();
    const { confirmed } = commits.latest;
    const own = results.filter(({ key }) => this.has(key));
    const roots = own.map(({ key, result }): Root => {
      const stream = this.#internals.streams.at(key);
      return { schema: stream?.endpoint.schema, stored: result, args: stream?.args ?? [] };
    });
    const taken = takenRows(rows, { confirmed, classes: this.#classes, results: roots });
    const followers = makeFollowerNotes();
    const { counted } = followers;
    // Reads in flight may bring numbers that are not known here.
    for (const [kind] of called) if (isCountKey(kind)) counted.push({ kind, pk: '' });
    for (const { kind, pk } of rows) if (isCountKey(kind)) counted.push({ kind, pk });
    if (taken.length + own.length === 0) return { keys: [], followers };
    const named = counted.length;
    // What is requested or written after it is newer.
    const seq = requests.nextSeq();
    // Values of `set` and of live sources have equal times.
    const isRead =
      sentAt === undefined && taken.some(({ meta }) => meta.fetchedAt < meta.receivedAt);
    const order = { seq, oldestInFlight: requests.oldestInFlight(seq) };
    const writer = new TabWriter(requests, this.#versions, this.#classes, this.#pagedLists());
    const { doubtful, refused } = writer;
    const action = { type: 'hydrate', seq, kinds: [], isLate: undefined } as const;
    const apply = (draft: EntityTableDraft): void => {
      followedRows(draft, taken, order, { isRead, followers }, (row) =>
        writer.writeRow(draft, row),
      );
      const keys = this.#keysOf(writer.skipped);
      for (const key of this.#mayShow(refused, own)) keys.add(key);
      for (const result of own) if (!keys.has(result.key)) writer.writeResult(draft, result);
    };
    commits.dispatch({ ...action, rows: taken, results: own }, apply, { becameVisible: committed });
    const change: FollowedChange = {
      before: confirmed,
      after: commits.latest.confirmed,
      rows,
      counted: counted.slice(named),
      sentAt,
      diverged: writer.diverged,
    };
    addCountedTwice(doubtful, change, this.#versions);
    addUnfollowed(doubtful, change, this.#versions);
    this.#noteFollowed(confirmed, taken, writer.diverged);
    for (const { key } of own) this.#ruleLists(key, committed);
    addOutdated(doubtful, { ...change, after: commits.latest.confirmed }, this.#versions);
    // An overlapping read may lack the changes of doubtful lists.
    doubtful.forEach((kind, pk) => counted.push({ kind, pk }));
    // A result has no dependencies before its first read.
    if (!doubtful.isEmpty) for (const { key } of own) this.#internals.streams.at(key)?.view();
    const changed = new EntityKeySet();
    for (const { kind, pk } of taken) changed.add(kind, pk);
    const keys = this.#keysOf(changed);
    for (const { key } of own) keys.add(key);
    const lacking = [...keys].filter((key) => this.#lacksRows(key));
    const unsure = [refused, doubtful].flatMap((set) => [...this.#keysOf(set)]);
    return { keys: [...lacking, ...unsure, ...this.#mayShow(refused, own)], followers };
  }

  /**
   * Lists and numbers that have followed the rows here get versions, and so do those that have diverged.
   */
  #noteFollowed(before: EntityTable, taken: readonly TabRow[], diverged: readonly TabRow[]): void {
    const { confirmed } = this.#internals.commits.latest;
    const stamps = taken.flatMap(({ version }) => [version.at, lastOf(version)]);
    const note = (kind: string, pk: string): void => {
      const [record, known] = [confirmed.get(kind, pk), this.#versions.of(before, kind, pk)];
      if (record && known) this.#versions.note(record, followed(known, stamps));
    };
    for (const rows of before.changesTo(confirmed).kinds) {
      const { key: kind } = rows;
      if (!isListKind(kind)) continue;
      for (const pk of rows.written()) {
        const record = confirmed.get(kind, pk);
        if (record && !this.#versions.has(record)) note(kind, pk);
      }
    }
    for (const { kind, pk } of diverged) note(kind, pk);
  }

  /** The keys of results that may show rows. */
  #mayShow(rows: EntityKeySet, results: readonly TabResult[]): readonly string[] {
    if (rows.isEmpty) return [];
    const showing = new Set(this.keysWith(rows.kinds));
    const mayShow = (key: string): boolean =>
      showing.has(key) || this.#internals.streams.at(key) === undefined;
    return results.map(({ key }) => key).filter(mayShow);
  }

  /** The lists of a key that are new here get the rules with which its schema follows them. */
  #ruleLists(key: string, committed: () => void): void {
    const { commits, requests, streams } = this.#internals;
    const stream = streams.at(key);
    const table = commits.latest.confirmed;
    const rows = stream ? withRules(table, listsOf(stream.endpoint.schema), stream.root) : [];
    if (rows.length === 0) return;
    for (const { kind, pk, record } of rows) {
      // The table has the row.
      this.#versions.note(record, this.#versions.of(table, kind, pk)!);
    }
    commits.dispatch(rulesAction(rows, requests.nextSeq()), putRows, { becameVisible: committed });
  }

  /** See `SharedVersions.merge`. */
  merge(key: string | readonly string[], stored: unknown, mine: unknown): MergedData {
    const whole = { droppedAt: 0, isRefused: false };
    if (typeof key === 'string') return { ...whole, value: mergeResults(stored, mine) };
    const [kind, pk] = key;
    const read = (value: unknown): TabRow | undefined => {
      const row = hydratedRow(kind, pk, value, asTheyAre);
      return row && versioned(row);
    };
    const [known, incoming] = [read(stored), read(mine)];
    if (!known || !incoming) return { ...whole, value: mine };
    const row = mergeRows(known, incoming, this.#classes.get(kind));
    const isRefused = isDropped(incoming, row);
    const dropped = isRefused ? incoming : isDropped(known, row) ? known : undefined;
    const value = row === known ? stored : storedRow(row);
    return { value, droppedAt: dropped?.meta.receivedAt ?? 0, isRefused };
  }

  /** Observed classes may get rows that the store does not have. */
  learn(): void {
    for (const source of this.#internals.streams.sources()) {
      const { schema } = source.root;
      forEachEntity(schema, this.#seen, (entity) => this.#classes.set(entity.key, entity));
    }
  }

  /** The keys whose data contains any of the rows. */
  #keysOf(rows: EntityKeySet): Set<string> {
    const keys = new Set<string>();
    for (const { owner } of viewsOf(this.#internals.commits.graph, rows)) {
      if (owner instanceof EndpointStream) keys.add(owner.key);
    }
    return keys;
  }

  /** Whether the data of a key has a row that the store lacks, and that was not fetched for it. */
  #lacksRows(key: string): boolean {
    const { commits, streams } = this.#internals;
    const root = streams.peek(key)?.root;
    if (root?.stored === undefined) return false;
    const looked = new Looked();
    new MarkAndSweep().mark([looked.watch(commits.latest.confirmed)], [root]);
    let lacks = false;
    for (const [kind, pks] of looked.rows) {
      for (const pk of pks) {
        if (commits.latest.confirmed.meta(kind, pk) || this.#missed.has(kind, pk)) continue;
        this.#missed.add(kind, pk);
        lacks = true;
      }
    }
    return lacks;
  }
}

/** The later of two stored results. */
function mergeResults(stored: unknown, mine: unknown): unknown {
  const [[known, expiresAt], [at, mineExpiresAt]] = [stored, mine].map((result) => {
    const [fetchedAt, , expiry, , version] = itemsOf(result);
    return [storedVersion(Number(fetchedAt), version).at, Number(expiry ?? Infinity)] as const;
  });
  const isNewer = isSame(at, known) ? mineExpiresAt < expiresAt : isLater(at, known);
  return isNewer ? mine : stored;
}
