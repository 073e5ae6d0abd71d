import type { Commits } from '../commits/Commits.ts';
import type { Clock } from '../requests/Clock.ts';
import type { Call } from '../requests/Requests.ts';
import type { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import type { Requests } from '../requests/Requests.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { countOf, isOneOf, listOf, type SmallSet, add, remove } from '../../shared/smallSet.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { ViewNode } from '../views/ViewNode.ts';
import type { EndpointState } from './EndpointState.ts';
import type { KeyRequests } from './reads/KeyRequests.ts';
import type { RefetchQueue } from './RefetchQueue.ts';
import {
  type Interest,
  type Rendered,
  type SourceListener,
  StateObservable,
} from './StateObservable.ts';

/**
 * A normalized value with the schema and args it is read with. Garbage collection starts from
 * roots.
 */
export interface Root {
  readonly schema: unknown;
  readonly stored: unknown;
  /** Default: none. */
  readonly args?: readonly unknown[];
  /** Rows that are kept, without the rows nested in them. Default: none. */
  readonly rows?: EntityKeySet;
}

/**
 * The data that a page is rendered with, on the server and while the browser hydrates it, whatever
 * the store contains by then.
 */
export interface RenderedPage {
  /** The data that reads with Suspense render; `undefined`: use that of the store. */
  read(call: Call): unknown;
  /**
   * The state that reads without Suspense render; `undefined`: use that of the store. `dataNow`
   * returns the data of the store.
   */
  state(call: Call, dataNow: () => unknown): Rendered<EndpointState<unknown>> | undefined;
  /** Like `state`, for a schema. */
  query(schema: object, args: readonly unknown[]): Rendered<unknown> | undefined;
}

/** The streams that a store holds. */
export interface StreamList {
  /** Lists a stream that is used: the store holds it until it is collected. */
  list(source: RetainedSource<unknown>): void;
  /** Called when a stream is read that may not be listed. */
  wasRead(source: RetainedSource<unknown>): void;
  /**
   * Starts the grace time of a stream without leases. Returns when it ends, ms since epoch;
   * `undefined` after `dispose()`.
   */
  startGrace(source: RetainedSource<unknown>): number | undefined;
  /** Whether a stream is inactive: it has no leases and its grace time is over. */
  isIdle(source: RetainedSource<unknown>): boolean;
  /** Recomputes what the keys of an endpoint have inferred. */
  inferAgain(name: string): void;
  /** Runs `changed` once, when placeholder ids may have got their real pks. */
  awaitIds(changed: () => void): void;
}

/** The stream of a key whose read a feature may hold. */
export interface HeldStream extends Call {
  readonly requests: Pick<KeyRequests, 'postpone' | 'refetch'>;
  /** False once its state has to be made anew. */
  isCurrent: boolean;
  /** Whether data is fetched for an observer or a suspended render. */
  readonly isWanted: boolean;
  readonly root: Root;
  /** The state now. */
  read(): EndpointState<unknown>;
  /** Fetches the key for its observers, unless its data is valid. */
  fetchIfNeeded(): void;
  /** Fetches the key for its observers if the read was postponed. */
  startPostponed(): void;
  /** Recomputes the state and notifies observers. */
  changed(): void;
}

/** The internals of a store that its streams use. */
export interface StreamContext {
  readonly commits: Commits;
  readonly requests: Requests;
  /** The deadlines of streams and render leases. */
  readonly deadlines: DeadlineQueue;
  /** The leases of the store without a response so far. */
  readonly waitingLeases: Set<{ mayLeave(): void }>;
  /** How long a stream is retained after its last observer has left, ms. */
  readonly graceTime: number;
  readonly clock: Pick<Clock, 'now'>;
  /** The data that a page is rendered with; `undefined` without a page. */
  readonly page: RenderedPage | undefined;
  /** Ends with the store. */
  readonly entities$: StateObservable<unknown>;
  readonly streams: StreamList;
  /** To be woken when data was released: it may be garbage later. */
  readonly collector: { wake(): void };
  readonly refetches: RefetchQueue;
  /** Whether components read the store. */
  isRendered: boolean;
  /**
   * Asked before a read for an observer or a render starts, not for a call of `fetch`. True: the
   * read is left to a feature. Later the feature calls `resume`, or fetches for the observers of the
   * stream if there is no `resume`.
   */
  hold: ((stream: HeldStream, resume?: () => void) => boolean) | undefined;
  /** True after `dispose()`. */
  readonly isOver: boolean;
  /** Throws after `dispose()`. */
  assertAlive(): void;
  /** The args with real pks in place of the placeholder ids for which they are known. */
  realArgs(args: Args): Args;
  /** Whether an optimistic layer touches a row that a view depends on. */
  isOfLayers(view: ViewNode<unknown>): boolean;
  /** Reports an error that an observer threw. */
  report(error: unknown, key: string): void;
}

/**
 * A shared stream that leases retain. Without leases it is retained for the grace time, so that a
 * remount finds it unchanged. Then only the program may still hold it; when it is used again, it is
 * retained again.
 */
export abstract class RetainedSource<T> extends StateObservable<T> {
  abstract readonly key: string;
  /** The normalized value that it shows. */
  abstract readonly root: Root;
  readonly context: StreamContext;
  listeners: SmallSet<SourceListener>;
  /** Passive observers. All others are active: missing data is fetched for them. */
  passive: SmallSet<SourceListener>;
  /** Observers, promises and renders that retain the stream. */
  leases: number;
  /** Runs when the grace time ends. Made on first use: most streams have nothing to do then. */
  private idled: (() => void) | undefined;

  constructor(context: StreamContext) {
    super();
    this.context = context;
    this.listeners = this.passive = this.idled = undefined;
    this.leases = 0;
  }

  /** Called before observers are notified: refetch and set timers here. */
  abstract beforeEmit(): void;

  /** Drops what was computed. The next read computes it again. */
  abstract forget(): void;

  getValue(): T {
    this.context.assertAlive();
    if (this.leases === 0) this.context.streams.wasRead(this);
    return this.read();
  }

  /** True while there is an observer. */
  get isListened(): boolean {
    return this.listeners !== undefined;
  }

  get listenerCount(): number {
    return countOf(this.listeners);
  }

  /** True while there is an active observer. */
  get isDemanded(): boolean {
    return this.listenerCount > countOf(this.passive);
  }

  /** True while there is a lease. */
  get isHeld(): boolean {
    return this.leases > 0;
  }

  listen(listener: SourceListener, how: Interest = 'wants'): void {
    this.context.assertAlive();
    if (isOneOf(this.listeners, listener)) return;
    this.listeners = add(this.listeners, listener);
    if (how === 'looks') this.passive = add(this.passive, listener);
    if (DEVELOPMENT) this.context.commits.watcher?.gets(this, listener);
    this.retain();
  }

  unlisten(listener: SourceListener): void {
    if (!isOneOf(this.listeners, listener)) return;
    this.listeners = remove(this.listeners, listener);
    this.passive = remove(this.passive, listener);
    if (this.listeners === undefined) this.unlistened();
    this.release();
  }

  /** Called when the last observer has unsubscribed. */
  protected unlistened(): void {}

  /** Called when the last lease was released. */
  protected released(): void {}

  /** Whether something ends with the grace time: computed values, or requests. */
  get isBusy(): boolean {
    return true;
  }

  /** Called when the grace time ends, if {@link isBusy}. */
  protected becameIdle(): void {
    this.forget();
  }

  /** Lists the stream, so that it keeps what it computed until it is collected. */
  enlist(): this {
    this.context.assertAlive();
    this.context.streams.list(this);
    return this;
  }

  /** Retains the stream until the returned function is called. */
  lease(): () => void {
    this.retain();
    let isRetained = true;
    return () => {
      if (isRetained) this.release();
      isRetained = false;
    };
  }

  private retain(): void {
    if (this.leases++ > 0) return;
    this.context.streams.list(this);
    if (this.idled) this.context.deadlines.set(this.idled, Infinity);
  }

  private release(): void {
    this.leases--;
    if (this.leases > 0) return;
    this.released();
    this.startGrace();
  }

  /** Retains the stream for the grace time, from now on. Does nothing while there is a lease. */
  startGrace(): void {
    if (this.leases > 0) return;
    const until = this.context.streams.startGrace(this);
    if (until === undefined || !this.isBusy) return;
    this.idled ??= () => this.becameIdle();
    this.context.deadlines.set(this.idled, until);
  }

  /**
   * Notifies all observers, also if one throws. One that unsubscribes meanwhile is not notified.
   */
  emit(): void {
    for (const listener of listOf(this.listeners)) {
      if (this.listeners !== listener && !isOneOf(this.listeners, listener)) continue;
      try {
        listener.changed();
      } catch (error) {
        this.context.report(error, this.key);
      }
    }
  }

  /** Completes all observers. `reason`: the error that the store throws from then on. */
  end(reason: Error): void {
    if (this.idled) this.context.deadlines.set(this.idled, Infinity);
    for (const listener of listOf(this.listeners)) listener.ended(reason);
    this.listeners = this.passive = undefined;
    this.forget();
  }
}
