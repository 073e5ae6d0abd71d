import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { HydrateAction } from '../../kernel/store/Action.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { HeldStream } from '../../kernel/streams/RetainedSource.ts';
import { placeOf } from '../../kernel/streams/WeakStreams.ts';
import { applyHydrate } from '../dehydrate/applyHydrate.ts';
import { collectStored } from './collectStored.ts';
import type { PersistSettings } from './PersistOptions.ts';
import type { StorableReads } from './StorableReads.ts';
import type { StoredSession } from './StoredSession.ts';

/** The load of one key. */
interface Load {
  readonly stream: HeldStream;
  /** Whether the stream itself waits. */
  isHeld: boolean;
  /** Calls that wait. */
  readonly resumes: (() => void)[];
}

/** Loads what is stored of a key before its first request. */
export class KeyLoader {
  readonly #parts: StoreInternals;
  readonly #session: StoredSession;
  readonly #reads: StorableReads;
  readonly #settings: PersistSettings;
  /** Receives the meta of each row and result that came from the storage. */
  readonly #onLoaded: (meta: object) => void;
  /** Streams are remade after they were collected, and load again. */
  #done = new WeakSet<HeldStream>();
  readonly #loads = new Map<HeldStream, Load>();
  /** The loads that start together. */
  #next: Load[] | undefined;

  constructor(
    parts: StoreInternals,
    session: StoredSession,
    reads: StorableReads,
    settings: PersistSettings,
    onLoaded: (meta: object) => void,
  ) {
    this.#parts = parts;
    this.#session = session;
    this.#reads = reads;
    this.#settings = settings;
    this.#onLoaded = onLoaded;
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

  /** What is loaded belongs to the session before a reset. */
  reset(): void {
    const loads = [...this.#loads.values()];
    this.#loads.clear();
    this.#done = new WeakSet();
    this.#next = undefined;
    for (const load of loads) release(load);
  }

  #begin(stream: HeldStream): Load | undefined {
    const { endpoint, key } = stream;
    const isShared = placeOf(key)[1] > 0;
    if (isShared || this.#done.has(stream)) return undefined;
    if (!this.#session.isUsable || !this.#reads.mayStore(endpoint)) return undefined;
    if (stream.read().status === 'valid') return undefined;
    const load: Load = { stream, isHeld: false, resumes: [] };
    this.#loads.set(stream, load);
    if (!this.#next) {
      this.#next = [];
      runInMicrotask(() => void this.#run());
    }
    this.#next.push(load);
    return load;
  }

  async #run(): Promise<void> {
    const loads = this.#next ?? [];
    this.#next = undefined;
    // A late load may still bring what is missing then.
    await this.#session.within(this.#settings.loadTimeout, this.#load(loads));
    if (this.#parts.isOver) return;
    for (const load of loads) {
      if (this.#loads.get(load.stream) !== load) continue;
      this.#loads.delete(load.stream);
      this.#done.add(load.stream);
      release(load);
    }
  }

  /** Brings what is stored into the store. Never rejects. */
  async #load(loads: readonly Load[]): Promise<void> {
    const { epoch } = this.#parts.commits;
    try {
      const action = await this.#find(loads);
      if (action && epoch === this.#parts.commits.epoch) this.#take(action, loads);
    } catch (error) {
      this.#session.failed(error);
    }
  }

  #find(loads: readonly Load[]): Promise<HydrateAction | undefined> {
    const now = this.#parts.clock.now();
    const { maxAge } = this.#settings;
    const calls = loads.map(({ stream }) => stream);
    return this.#session.read((tables, { flushedAt }) =>
      collectStored(tables, calls, { now, flushedAt, maxAge }),
    );
  }

  #take(action: HydrateAction, loads: readonly Load[]): void {
    const { clock, commits, isOver, streams } = this.#parts;
    if (isOver || action.rows.length + action.results.length + action.kinds.length === 0) return;
    const before = commits.latest.confirmed;
    for (const { key } of action.results) {
      // Results that arrived may never be read.
      if (!streams.byKey.has(key)) streams.listed.set(key, clock.now());
    }
    let expired: readonly string[] = [];
    commits.dispatch(action, applyHydrate, {
      applied: (keys) => (expired = keys),
      becameVisible() {
        for (const stream of expired.map((key) => streams.peek(key))) {
          stream?.markForRefetch(stream.row.expiredSeq, 'at once');
        }
        for (const { stream } of loads) {
          const { requests } = stream;
          if (requests.refetch !== 'postponed' || stream.read().status !== 'valid') continue;
          requests.refetch = 'none';
          stream.changed();
        }
      },
    });
    const after = commits.latest.confirmed;
    for (const { kind, pk } of action.rows) {
      const meta = after.meta(kind, pk);
      if (meta && !before.meta(kind, pk)) this.#onLoaded(meta);
    }
    for (const { key } of action.results) {
      const row = after.result(key);
      if (row && row !== before.result(key)) this.#onLoaded(row);
    }
  }
}

/** The key is fetched now if it still needs to be. */
function release({ isHeld, resumes, stream }: Load): void {
  if (isHeld) stream.startPostponed();
  for (const resume of resumes) resume();
}
