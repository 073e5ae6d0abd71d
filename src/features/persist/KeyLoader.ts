import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import type { HeldStream } from '../../kernel/streams/RetainedSource.ts';
import { splitKey } from '../../kernel/streams/WeakStreams.ts';
import { commitHydrate } from '../dehydrate/commitHydrate.ts';
import { listsOf, putRows, rulesAction, withRules } from '../dehydrate/sentLists.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import { collectStored, lacksRows, type LoadAction } from './collectStored.ts';
import type { PersistSettings } from './PersistOptions.ts';
import type { RowWriter } from './RowWriter.ts';
import type { LoadedResult, LoadedRow } from './storedRecords.ts';
import type { StorableReads } from './StorableReads.ts';
import type { StoredSession } from './StoredSession.ts';

/** The load of one key. */
interface Load {
  /** Whether the stream itself waits. */
  isHeld: boolean;
  /** Calls that wait. */
  readonly resumes: (() => void)[];
}

type Loads = ReadonlyMap<HeldStream, Load>;

/** Loads the stored data of a key before its first request. */
export class KeyLoader {
  /** What is loaded comes into the store after it. */
  after: Promise<void> | undefined;
  /** Stored data is read after it: results are being expired in the storage. Never rejects. */
  signed: Promise<void> | undefined;
  readonly #internals: StoreInternals;
  readonly #session: StoredSession;
  readonly #reads: StorableReads;
  readonly #settings: PersistSettings;
  /** Stores nothing again that came from the storage. */
  readonly #writer: RowWriter;
  /** Streams are remade after they were collected, and load again. */
  #done = new WeakSet<HeldStream>();
  readonly #loads = new Map<HeldStream, Load>();
  /** The loads that start together. */
  #next = new Map<HeldStream, Load>();

  constructor(
    internals: StoreInternals,
    session: StoredSession,
    reads: StorableReads,
    settings: PersistSettings,
    writer: RowWriter,
  ) {
    this.#internals = internals;
    this.#session = session;
    this.#reads = reads;
    this.#settings = settings;
    this.#writer = writer;
  }

  /** See `StreamContext.hold`. */
  hold(stream: HeldStream, resume?: () => void): boolean {
    const load = this.#loads.get(stream) ?? this.#begin(stream);
    if (!load) return false;
    if (resume) {
      load.resumes.push(resume);
    } else if (stream.requests.refetch !== 'postponed') {
      load.isHeld = true;
      stream.requests.postpone();
      stream.isCurrent = false;
      // Observers are notified after the render that may have called this.
      runInMicrotask(() => stream.changed());
    }
    return true;
  }

  /** Ends all waits: what is loaded belongs to the session before. */
  reset(): void {
    const loads = [...this.#loads.values()];
    this.#loads.clear();
    this.#next = new Map();
    this.#done = new WeakSet();
    // The reset itself fetches for observers.
    for (const { resumes } of loads) for (const resume of resumes.splice(0)) resume();
  }

  /** The stored data of some keys. Rejects if the storage fails. */
  async collect(calls: readonly Call[]): Promise<LoadAction | undefined> {
    const { maxAge } = this.#settings;
    const { commits } = this.#internals;
    const { epoch } = commits;
    await this.signed;
    // A log-out has ended the session of the load.
    if (epoch !== commits.epoch) return undefined;
    return this.#session.read((tables, { flushedAt }) => {
      this.#writer.sees(flushedAt);
      // Another tab may have stored data while this one has waited.
      const now = this.#internals.clock.now();
      return collectStored(tables, calls, { now, flushedAt, maxAge });
    });
  }

  #begin(stream: HeldStream): Load | undefined {
    const isShared = splitKey(stream.key)[1] > 0;
    if (isShared || this.#done.has(stream) || !this.#session.isUsable) return undefined;
    if (!this.#reads.mayStore(stream.endpoint) || this.#isWhole(stream)) return undefined;
    const load: Load = { isHeld: false, resumes: [] };
    this.#loads.set(stream, load);
    if (this.#next.size === 0) runInMicrotask(() => void this.#run());
    this.#next.set(stream, load);
    return load;
  }

  /** Whether a key is valid without stored data. Inferred data may lack rows, or the rules of lists. */
  #isWhole(stream: HeldStream): boolean {
    if (stream.read().status !== 'valid') return false;
    const { confirmed } = this.#internals.commits.latest;
    if (confirmed.result(stream.key)?.hasResult) return true;
    return this.#unruledIn(stream).length === 0 && !lacksRows(confirmed, stream.root);
  }

  /** The lists of a key that lack the rules of its schema, with them. */
  #unruledIn({ endpoint, root }: HeldStream): ReturnType<typeof withRules> {
    const { confirmed } = this.#internals.commits.latest;
    return withRules(confirmed, listsOf(endpoint.schema), root);
  }

  async #run(): Promise<void> {
    const loads = this.#next;
    this.#next = new Map();
    // A late load may still bring what is missing then.
    await this.#session.within(this.#settings.loadTimeout, this.#load(loads));
    for (const [stream, load] of loads) {
      this.#end(stream, load);
      for (const resume of load.resumes.splice(0)) resume();
    }
  }

  /** Brings stored data into the store. Never rejects. */
  async #load(loads: Loads): Promise<void> {
    const { commits } = this.#internals;
    const { epoch } = commits;
    try {
      // A list may lack a change that is not stored yet.
      await this.#writer.settled();
      if (epoch !== commits.epoch) return;
      const action = await this.collect([...loads.keys()]);
      if (this.after) await this.after;
      if (action && epoch === commits.epoch) this.#take(action, loads);
    } catch (error) {
      this.#session.report(error);
    }
  }

  #take(found: LoadAction, loads: Loads): void {
    const { commits, isOver, requests } = this.#internals;
    const action = withTaints(found, commits.latest.confirmed);
    const { kinds, results, rows } = action;
    if (isOver || kinds.length + results.length + rows.length === 0) return;
    const before = commits.latest.confirmed;
    // Lists of this store follow newer rows.
    const now = { ...action, seq: requests.nextSeq() };
    commitHydrate(this.#internals, now, {
      becameVisible: () => {
        for (const [stream, load] of loads) this.#end(stream, load);
      },
    });
    const after = commits.latest.confirmed;
    this.#writer.loaded((draft) => {
      for (const kind of kinds) if (!before.hasAll(kind)) draft.declare(kind);
      for (const { key, version } of results) {
        const row = after.result(key);
        if (!row || row === before.result(key)) continue;
        draft.setResult(key, row);
        sessionOf(this.#internals).versions?.note(row, version);
      }
    });
    this.loaded(rows, before);
    for (const stream of loads.keys()) this.#ruleLists(stream);
  }

  /** The lists of a key that another feature has loaded get the rules of its schema. */
  #ruleLists(stream: HeldStream): void {
    const { commits, requests } = this.#internals;
    const { versions } = sessionOf(this.#internals);
    const rows = this.#unruledIn(stream);
    if (rows.length === 0) return;
    for (const { kind, pk, record, meta } of rows) {
      const known = commits.latest.confirmed.get(kind, pk);
      versions?.note(record, known && versions.of(known, meta));
    }
    commits.dispatch(rulesAction(rows, requests.nextSeq()), putRows);
  }

  /** See `SharedStorage.loaded`. */
  loaded(rows: readonly LoadedRow[], before: TableReader): void {
    const after = this.#internals.commits.latest.confirmed;
    const { versions } = sessionOf(this.#internals);
    this.#writer.loaded((draft) => {
      for (const { kind, pk, version, ...stored } of rows) {
        const [known, meta] = [before.meta(kind, pk), after.meta(kind, pk)];
        if (!meta || meta === known) continue;
        const record = after.get(kind, pk);
        // A known row may have members that are not stored.
        const [own, ownMeta] = known ? [stored.record, { seq: 0, ...stored.meta }] : [record, meta];
        if (own) draft.rows(kind).write(pk, own, ownMeta);
        else draft.rows(kind).remove(pk, ownMeta, stored.renamedTo);
        versions?.note(record ?? meta, version);
      }
    });
    // Later changes of these rows begin with the loaded versions.
    versions?.flush();
  }

  /** Fetches a key that still waits for its observers, if it still needs to be. */
  #end(stream: HeldStream, load: Load): void {
    // Another session may load the key again.
    if (this.#loads.get(stream) !== load) return;
    this.#loads.delete(stream);
    this.#done.add(stream);
    if (!load.isHeld || stream.requests.refetch !== 'postponed') return;
    stream.requests.refetch = 'none';
    if (stream.isWanted) stream.fetchIfNeeded();
    stream.changed();
  }
}

/** The storage may lack that rows of the store are tainted: what is loaded with these is stale. */
function withTaints(action: LoadAction, known: TableReader): LoadAction {
  const isTainted = ({ kind, meta, pk }: LoadedRow): boolean =>
    meta.expiresAt !== 0 && known.meta(kind, pk)?.expiresAt === 0;
  if (!action.rows.some(isTainted)) return action;
  const stale = <L extends LoadedRow | LoadedResult>(loaded: L): L => ({
    ...loaded,
    meta: { ...loaded.meta, expiresAt: 0 },
  });
  const rows = action.rows.map((row) => (isTainted(row) ? stale(row) : row));
  return { ...action, rows, results: action.results.map(stale) };
}
