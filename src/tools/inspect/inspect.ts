import type { AnyAction } from '../../kernel/commits/Action.ts';
import type { CommittedSource, Watcher } from '../../kernel/commits/ports.ts';
import { applyCollect } from '../../kernel/collector/Collector.ts';
import { LAYERS, SHOWN_LAYERS } from '../../kernel/optimistic/layers.ts';
import type { Request } from '../../kernel/requests/Request.ts';
import { asError } from '../../shared/asError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { endpointState } from '../../kernel/streams/EndpointState.ts';
import { QueryStream } from '../../kernel/streams/QueryStream.ts';
import { storeError } from '../../kernel/streams/reads/responses.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { ResultRecord } from '../../kernel/table/ResultRecord.ts';
import { inSlot } from '../../kernel/table/StateSlot.ts';
import { Caller } from './callers.ts';
import { editRecord } from './editRecord.ts';
import { containersOf, entityReport, explain, nameOfQuery, removedPks } from './explain.ts';
import type { Inspector } from './Inspector.ts';
import { Observers } from './Observers.ts';
import { Recorder } from './Recorder.ts';
import type { EntityReport, KeyReport, LayerReport, Snapshot } from './reports.ts';
import type { RecordingOptions, RequestReason } from './Recording.ts';
import { requestReason } from './requestReason.ts';
import { TimeTravel } from './TimeTravel.ts';

/**
 * Reads what a store contains and does: the public ports of devtools. Always the same inspector for
 * the same store. Begin with it before components mount and programs subscribe: of observers and
 * requests before that, neither label nor reason is known.
 *
 * Throws `SB_DEVELOPMENT_ONLY` in production builds, whose stores notify no inspector.
 *
 * @example
 * ```ts
 * const { keys } = inspect(store);
 * for (const { name, args, state, observers } of keys()) {
 *   console.log(name, args, state.status, observers.length);
 * }
 * ```
 */
export function inspect(store: Store): Inspector {
  if (!DEVELOPMENT) {
    throw new StreambedError('SB_DEVELOPMENT_ONLY', 'inspect() was called in a production build.');
  }
  const internals = internalsOf(store).assertAlive();
  return internals.feature(StoreWatcher, () => new StoreWatcher(internals)).inspector;
}

/** Its label takes time to find. */
interface Labelled {
  readonly label: string;
}

/** Watches a store for its inspector. */
class StoreWatcher implements Watcher, StoreFeature {
  readonly inspector: Inspector;
  readonly #internals: StoreInternals;
  readonly #travel: TimeTravel;
  readonly #observers = new Observers();
  readonly #recorders = new Set<Recorder>();
  /** What observes since the last task: it may be the cause of a request. */
  #latest: { readonly source: object; readonly observer: Labelled } | undefined;
  #present: Snapshot;

  constructor(internals: StoreInternals) {
    this.#internals = internals;
    this.#travel = new TimeTravel(internals, (request) => {
      for (const recorder of this.#recorders) recorder.holds(requestOf(request));
    });
    const { commits } = internals;
    this.#present = {
      version: commits.version,
      at: internals.clock.now(),
      entities: commits.shown.visible,
    };
    commits.watcher = this;
    this.inspector = this.#makeInspector();
  }

  // --- what the store does

  commits(actions: readonly AnyAction[], confirmed: EntityTable, visible: EntityTable): void {
    const before = this.#present;
    const entities = this.#travel.visibleOf(confirmed, visible);
    const isTravel = actions[0]?.type === 'travel';
    // A journey changes nothing in the present.
    if (isTravel && entities === before.entities) return;
    const { commits } = this.#internals;
    this.#present = { version: commits.version, at: this.#internals.clock.now(), entities };
    if (isTravel) return;
    for (const recorder of this.#recorders) recorder.committed(actions, before, this.#present);
  }

  emits(source: CommittedSource): void {
    if (this.#recorders.size === 0) return;
    const name = nameOf(source);
    if (name !== undefined) for (const recorder of this.#recorders) recorder.emits(source, name);
  }

  gets(source: object, listener: object): void {
    this.#note(source, this.#observers.note(listener, false));
  }

  renders(source: object, listener: object): void {
    const observer = this.#observers.note(listener, true);
    this.#note(source, observer);
    for (const recorder of this.#recorders) recorder.renders(source, listener, observer);
  }

  shares(own: object, shared: object, isSubscribed: boolean): void {
    this.#observers.shares(own, shared, isSubscribed);
  }

  begins(given: object): void {
    if (this.#recorders.size === 0) return;
    const request = requestOf(given);
    const reason = this.#reasonOf(request);
    for (const recorder of this.#recorders) recorder.began(request, reason);
  }

  changes(given: object): void {
    for (const recorder of this.#recorders) recorder.changes(requestOf(given));
  }

  #note(source: object, observer: Labelled): void {
    if (!this.#latest) queueMicrotask(() => (this.#latest = undefined));
    this.#latest = { source, observer };
  }

  /** The cause of a request: what has just come to observe its key, the program, an observer. */
  #reasonOf(request: Request): RequestReason {
    const { owner } = request;
    const latest = this.#latest?.source === owner ? this.#latest.observer.label : undefined;
    const observers = owner instanceof EndpointStream ? this.#observers.of(owner) : [];
    const by = latest ?? new Caller().function ?? observers.find(({ isActive }) => isActive)?.label;
    return requestReason(request, this.#internals.clock.now(), by);
  }

  reset(): void {
    this.#travel.reset();
  }

  end(): void {
    this.#internals.commits.watcher = undefined;
    this.#travel.end();
    for (const recorder of [...this.#recorders]) recorder.stop();
  }

  // --- the inspector

  #makeInspector(): Inspector {
    const internals = this.#internals;
    const { commits, requests, streams } = internals;
    const travel = this.#travel;
    const alive = <A extends unknown[], R>(run: (...args: A) => R) => {
      return (...args: A): R => {
        internals.assertAlive();
        return run(...args);
      };
    };
    const ofKey = <A extends unknown[], R>(run: (stream: EndpointStream, ...args: A) => R) =>
      alive((key: string, ...args: A): R | undefined => {
        const stream = streams.peek(key);
        return stream && run(stream, ...args);
      });
    return {
      keys: alive(() => this.#keys()),
      key: alive((key: string) => this.#key(key)),
      layers: alive(() => this.#layers()),
      entity: alive((entityKey: string, pk: string) => {
        const isKnown = commits.shown.visible.meta(entityKey, pk) !== undefined;
        return isKnown ? entityReport(internals, entityKey, pk) : undefined;
      }),
      removed: alive((entityKey: string) => removedPks(commits.shown.visible, entityKey)),
      containersOf: alive((entityKey: string, pk: string) =>
        containersOf(internals, entityKey, pk),
      ),
      explain: alive((value: unknown) => explain(internals, value)),

      refetch: alive((key: string) => streams.peek(key)?.refetch() ?? Promise.resolve(undefined)),
      expire: ofKey(({ key }) => internals.invalidation.expire([key], requests.nextSeq())),
      invalidate: ofKey(({ key }) => internals.invalidation.invalidate([key], requests.nextSeq())),
      fail: ofKey((stream, error: Error) => storeError(requests, stream, asError(error))),
      remove: alive((key: string) => {
        const rows = new EntityKeySet();
        commits.dispatch({ type: 'collect', keys: [key], rows, kinds: [] }, applyCollect);
      }),
      edit: alive((entityKey: string, pk: string, record: object) => {
        editRecord(internals, entityKey, pk, record);
      }),

      record: alive((options: RecordingOptions = {}) => {
        const recorder = new Recorder(this, options);
        this.#recorders.add(recorder);
        return recorder;
      }),

      now: alive(() => commits.travel?.at ?? internals.clock.now()),
      present: () => this.present(),
      shown$: travel.shown$,
      show: alive((snapshot: Snapshot) => travel.show(snapshot)),
      showPresent: alive(() => travel.showPresent()),
    };
  }

  #keys(): KeyReport[] {
    const { commits, streams } = this.#internals;
    const reports = [...streams.byKey.values()].map((stream) => this.#report(stream));
    for (const [key, row] of commits.shown.visible.results()) {
      if (!streams.byKey.has(key))
        reports.push(hydratedReport(key, row, this.#internals.clock.now()));
    }
    return reports;
  }

  #key(key: string): KeyReport | undefined {
    const stream = this.#internals.streams.peek(key);
    if (stream) return this.#report(stream);
    const row = this.#internals.commits.shown.visible.result(key);
    return row && hydratedReport(key, row, this.#internals.clock.now());
  }

  #report(stream: EndpointStream): KeyReport {
    const { args, endpoint, key } = stream;
    const row = this.#internals.commits.shown.visible.result(key);
    return {
      key,
      name: endpoint.name,
      args,
      state: stream.read(),
      result: row?.hasResult ? row.result : undefined,
      observers: this.#observers.of(stream),
    };
  }

  #layers(): LayerReport[] {
    const internals = this.#internals;
    const shown = inSlot(this.#travel.present, SHOWN_LAYERS);
    return internals.commits.inSlot(LAYERS).map(({ seq, name, args, fetchedAt: at }) => {
      const rows: EntityReport[] = [];
      shown
        .find((layer) => layer.seq === seq)
        ?.rows.forEach((entityKey, pk) => rows.push(entityReport(internals, entityKey, pk)));
      return { seq, name, args, at, rows };
    });
  }

  // --- what recorders need

  present(): Snapshot {
    return this.#present;
  }

  now(): number {
    return this.#internals.clock.now();
  }

  forget(recorder: Recorder): void {
    this.#recorders.delete(recorder);
  }
}

/** The cast holds: the requests of a store are of this class. */
function requestOf(request: object): Request {
  return request as Request;
}

/** A name for a source in reports; `undefined` for what programs do not know. */
function nameOf(source: object): string | undefined {
  if (source instanceof EndpointStream) return source.key;
  return source instanceof QueryStream ? nameOfQuery(source) : undefined;
}

/** A result that was hydrated and never read: it has no stream, and its endpoint is unknown. */
function hydratedReport(key: string, row: ResultRecord, now: number): KeyReport {
  const view = {
    source: 'response',
    data: undefined,
    stored: row.result,
    freshness: row,
    failure: undefined,
    args: undefined,
  } as const;
  const state = endpointState(row, view, false, now, false, undefined, false, undefined, undefined);
  const result = row.hasResult ? row.result : undefined;
  return { key, name: key, args: undefined, state, result, observers: [] };
}
