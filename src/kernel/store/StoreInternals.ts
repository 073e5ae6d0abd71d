import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { AnyAction } from '../commits/Action.ts';
import { Commits } from '../commits/Commits.ts';
import { Collector } from '../collector/Collector.ts';
import { takeCreated } from '../optimistic/createdRows.ts';
import { LayerReplay } from '../optimistic/LayerReplay.ts';
import { type Layer, LAYERS, resolveArgs, SHOWN_LAYERS } from '../optimistic/layers.ts';
import { REAL_PKS, withRealPks } from '../optimistic/placeholders.ts';
import type { Clock } from '../requests/Clock.ts';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { Requests } from '../requests/Requests.ts';
import { ResetError } from '../requests/ResetError.ts';
import { Invalidation } from '../streams/Invalidation.ts';
import { LatestObservable } from '../streams/LatestObservable.ts';
import type { RenderedPage, StreamContext } from '../streams/RetainedSource.ts';
import { RefetchQueue } from '../streams/RefetchQueue.ts';
import { StreamRegistry } from '../streams/StreamRegistry.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { asError } from '../../shared/asError.ts';
import type { Args } from '../../shared/copyArgs.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { EntityTableDraft, TaintedRows } from '../table/EntityTableDraft.ts';
import { inSlot } from '../table/StateSlot.ts';
import type { TableChanges } from '../table/TableChanges.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { ViewNode } from '../views/ViewNode.ts';
import { viewsOf } from '../views/viewsOf.ts';
import type { Plugins } from './Plugins.ts';
import type { KnownOptions } from './StoreOptions.ts';

/** State of a feature for one store, beside streams. */
export interface StoreFeature {
  /**
   * Called when a reset takes effect, before any observer is notified. `store.reset()` resolves
   * after the promise, and rejects with it.
   */
  reset(): void | Promise<void>;
  /** Called when the store is disposed, before its streams complete. */
  end(): void;
}

/** What a call has done with a result. */
export type Sign = 'expired' | 'invalidated';

/** The class of a feature: it is its key. */
type FeatureClass<F> = abstract new (...args: never[]) => F;

/**
 * What a store is made of. Functions outside of the store work on them; they are not
 * methods, so that only programs that call them load them.
 */
export class StoreInternals implements StreamContext {
  readonly options: KnownOptions;
  readonly graceTime: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly commits: Commits;
  readonly requests: Requests;
  readonly streams: StreamRegistry;
  readonly collector: Collector;
  /** State of features, beside streams, by class. */
  private readonly features: Map<unknown, StoreFeature>;
  plugins: Plugins | undefined;
  readonly deadlines: DeadlineQueue;
  readonly waitingLeases: Set<{ mayLeave(): void }>;
  page: RenderedPage | undefined;
  isRendered: boolean;
  hold: StreamContext['hold'];
  /** Called with an endpoint whose results are all signed: features know more of them. */
  signedAll: ((endpoint: EndpointInterface, sign: Sign) => void) | undefined;
  /** The deadlines of requests. */
  private readonly timers: DeadlineQueue;
  /** The layers that endpoint streams were last notified of. */
  private layers: readonly Layer[];
  readonly beforeCommit: typeof takeCreated;
  private replay: LayerReplay | undefined;
  private refetchQueue: RefetchQueue | undefined;
  private invalidator: Invalidation | undefined;
  declare private snapshots$: LatestObservable<EntityTable> | undefined;
  /** Makes the error that the store throws once it has ended. */
  private endError: (() => Error) | undefined;

  /** `deadlines`: those of streams and render leases. Default: those of the store. */
  constructor(options: KnownOptions, deadlines?: DeadlineQueue) {
    this.options = options;
    this.graceTime = options.graceTime;
    this.clock = options.scheduler;
    this.features = new Map();
    this.waitingLeases = new Set();
    this.layers = LAYERS.initial;
    this.beforeCommit = takeCreated;
    this.isRendered = false;
    this.plugins =
      this.page =
      this.hold =
      this.signedAll =
      this.replay =
      this.refetchQueue =
      this.invalidator =
      this.snapshots$ =
      this.endError =
        undefined;
    this.timers = new DeadlineQueue(options.scheduler);
    this.deadlines = deadlines ?? this.timers;
    this.commits = new Commits(this);
    this.requests = new Requests(
      this.commits,
      options,
      this.timers,
      (conflict) => this.invalidation.conflicted(conflict),
      (own, endpoint) => this.streams.keyFor(own, endpoint),
      (args) => resolveArgs(this.requests, args),
    );
    this.streams = new StreamRegistry(this);
    this.collector = new Collector(options, this.commits, this.streams, this.requests, () =>
      inSlot(this.commits.latest.visible, SHOWN_LAYERS),
    );
  }

  /** The state of a feature; `make` makes it on first use. The store knows no feature. */
  feature<F extends StoreFeature>(of: FeatureClass<F>, make: () => F): F {
    const made = this.find(of) ?? make();
    this.features.set(of, made);
    return made;
  }

  /** The state of a feature that the store has used. */
  find<F extends StoreFeature>(of: FeatureClass<F>): F | undefined {
    // The cast holds: the key of a feature is its class.
    return this.features.get(of) as F | undefined;
  }

  get refetches(): RefetchQueue {
    return (this.refetchQueue ??= new RefetchQueue(this.commits, this.requests));
  }

  get invalidation(): Invalidation {
    return (this.invalidator ??= new Invalidation(this.commits, this.streams));
  }

  get entities$(): LatestObservable<EntityTable> {
    return (this.snapshots$ ??= new LatestObservable(this.commits.entities$, () =>
      this.assertAlive(),
    ));
  }

  get isOver(): boolean {
    return this.endError !== undefined;
  }

  get timerCount(): number {
    return this.timers.size;
  }

  report(error: unknown, key: string): void {
    this.options.onError(error, { key });
  }

  /** Throws after `dispose()`. */
  assertAlive(): this {
    if (this.endError) throw this.endError();
    return this;
  }

  // --- what streams need

  realArgs(args: Args): Args {
    const { commits } = this;
    return commits.slots.size > 0 ? withRealPks(args, commits.inSlot(REAL_PKS)) : args;
  }

  isOfLayers(view: ViewNode<unknown>): boolean {
    const { graph, shown } = this.commits;
    return inSlot(shown.visible, SHOWN_LAYERS).some(({ rows, versioned }) =>
      [rows, versioned].some((written) => viewsOf(graph, written).has(view)),
    );
  }

  // --- what commits need

  rowsTainted(tainted: TaintedRows): void {
    this.invalidation.rowsTainted(tainted);
  }

  /** Derives the visible state from a confirmed one. */
  visible(confirmed: EntityTable, before: TableReader, changes: TableChanges): EntityTable {
    this.replay ??= new LayerReplay(this);
    const visible = this.replay.show(confirmed, before, changes);
    return (DEVELOPMENT && this.commits.travel?.cover(confirmed, visible)) || visible;
  }

  /** Called when a commit has become visible, before observers are notified. */
  becameVisible(keys: readonly string[], actions: readonly AnyAction[]): void {
    const { commits, streams } = this;
    // Streams that are only read are notified, too.
    for (const key of keys) streams.at(key)?.resultChanged();
    const { visible } = commits.shown;
    const layers = visible.slots.size > 0 ? inSlot(visible, LAYERS) : LAYERS.initial;
    if (layers !== this.layers)
      for (const stream of streams.byKey.values()) if (stream.awaitsLayers) stream.changed();
    this.layers = layers;
    streams.idsChanged();
    // The collector commits one action at a time.
    if (actions[0].type !== 'collect') this.collector.wake();
  }

  // --- the end of a session, and of the store

  /** Removes all data. Resolves after observers were notified; rejects if its batch fails. */
  reset(): Promise<void> {
    const { requests, streams } = this;
    const seq = requests.nextSeq();
    const all = () => [...streams.byKey.values()];
    const ends: Promise<void>[] = [];
    const becameVisible = (): void => {
      // Requests in flight belong to the session before it.
      requests.overlaps?.clear();
      requests.abortAll((endpoint) => new ResetError(endpoint), seq);
      for (const stream of streams.byKey.values()) stream.resultChanged();
      streams.reset();
      if (this.isRendered) this.refetches.pause();
      for (const feature of this.features.values()) {
        const end = feature.reset();
        if (end) ends.push(end);
      }
    };
    const reset = new Promise<void>((resolve, reject) => {
      const delivered = (): void => void Promise.all(ends).then(() => resolve(), reject);
      const dropped = (reason: unknown): void => reject(asError(reason));
      const sender = { becameVisible, delivered, dropped };
      this.invalidation.commit({ type: 'reset', seq }, applyReset, all, sender);
    });
    // The caller may ignore the promise.
    reset.catch(() => {});
    return reset;
  }

  /** Disposes the store. `makeError` makes the error that its methods throw from then on. */
  end(makeError: () => Error): void {
    if (this.endError) return;
    this.plugins?.end();
    this.endError = makeError;
    for (const feature of this.features.values()) feature.end();
    this.features.clear();
    this.commits.emptySlots();
    this.requests.overlaps?.clear();
    this.requests.abortAll(makeError);
    this.streams.end(makeError());
    this.timers.clear();
    this.collector.stop();
    this.commits.end();
  }
}

function applyReset(draft: EntityTableDraft): void {
  draft.reset();
}
