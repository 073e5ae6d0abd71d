import { EndpointStream } from './EndpointStream.ts';
import type { RetainedSource, Root, StreamContext, StreamList } from './RetainedSource.ts';

/** How many streams that are only read keep their values for the next read. */
const KEPT_READS = 100;

/**
 * The streams that a store holds, from their first use until they are collected, and the keys of
 * hydrated results without a stream.
 */
export abstract class ListedStreams implements StreamList {
  abstract inferAgain(name: string): void;
  abstract awaitIds(changed: () => void): void;
  protected readonly context: StreamContext;
  /** The listed endpoint streams, by key: those that are in use or not yet collected. */
  readonly byKey: Map<string, EndpointStream>;
  /**
   * The listed streams, and the keys of hydrated results without a stream; with the time at which
   * they were listed, or at which their grace time ends, ms since epoch.
   */
  readonly listed: Map<RetainedSource<unknown> | string, number>;
  /** Streams that were only read, the latest last. Reading again gives the same objects. */
  private readonly reads: Set<RetainedSource<unknown>>;

  constructor(context: StreamContext) {
    this.context = context;
    this.byKey = new Map();
    this.listed = new Map();
    this.reads = new Set();
  }

  /** The listed endpoint stream of a key. */
  peek(key: string): EndpointStream | undefined {
    return this.byKey.get(key);
  }

  /** The number of endpoint keys with a listed stream or a hydrated result. */
  get keyCount(): number {
    let count = 0;
    for (const source of this.listed.keys()) {
      if (typeof source === 'string' || source instanceof EndpointStream) count++;
    }
    return count;
  }

  /** The number of subscribers of all streams. */
  get listenerCount(): number {
    let count = 0;
    for (const source of this.sources()) count += source.listenerCount;
    return count;
  }

  /** Lists a stream that is used. */
  list(source: RetainedSource<unknown>): void {
    this.reads.delete(source);
    if (this.listed.has(source)) return;
    if (source instanceof EndpointStream) {
      this.listed.delete(source.key);
      this.byKey.set(source.key, source);
    }
    // It may never be retained.
    this.listed.set(source, this.context.clock.now());
  }

  startGrace(source: RetainedSource<unknown>): number | undefined {
    if (!this.listed.has(source)) return undefined;
    const context = this.context;
    const until = context.clock.now() + context.graceTime;
    this.listed.set(source, until);
    context.collector.wake();
    return until;
  }

  isIdle(source: RetainedSource<unknown>): boolean {
    const since = this.listed.get(source) ?? -Infinity;
    return !source.isHeld && since <= this.context.clock.now();
  }

  /** Keeps what an inactive stream has read, until enough others are read. */
  wasRead(source: RetainedSource<unknown>): void {
    if (this.listed.has(source)) return;
    this.reads.delete(source);
    this.reads.add(source);
    if (this.reads.size <= KEPT_READS) return;
    // The set is not empty: the limit is not 0.
    const oldest = this.reads.values().next().value!;
    this.reads.delete(oldest);
    oldest.forget();
  }

  /** The roots of garbage collection. */
  *roots(): IterableIterator<Root> {
    for (const source of this.sources()) yield source.root;
  }

  /** When the first stream became inactive, ms since epoch; Infinity without any. */
  get firstLeft(): number {
    let first = Infinity;
    for (const [source, time] of this.listed) if (!isHeld(source)) first = Math.min(first, time);
    return first;
  }

  /** Drops the values of the old session. Observed streams recompute theirs. */
  reset(): void {
    for (const source of this.reads) source.forget();
    this.reads.clear();
    const now = this.context.clock.now();
    for (const [source, time] of this.listed) {
      if (typeof source !== 'string') {
        if (source.isListened) continue;
        source.forget();
      }
      if (time <= now && !isHeld(source) && !isBusy(source)) this.remove(source);
    }
  }

  /** Drops the streams and keys that were released at `since` or before. Returns their keys. */
  sweep(since: number, now: number): string[] {
    const keys: string[] = [];
    for (const [source, time] of this.listed) {
      if (time > since || isHeld(source)) continue;
      if (isBusy(source)) {
        // Its response is still to come: its time starts again.
        this.listed.set(source, now);
      } else {
        this.remove(source);
        if (typeof source === 'string') keys.push(source);
        else if (source instanceof EndpointStream) keys.push(source.key);
      }
    }
    return keys;
  }

  private remove(source: RetainedSource<unknown> | string): void {
    this.listed.delete(source);
    if (typeof source === 'string') return;
    source.forget();
    if (source instanceof EndpointStream) this.byKey.delete(source.key);
  }

  /** Completes and drops all streams. `reason`: the error that the store throws from then on. */
  end(reason: Error): void {
    for (const source of [...this.sources(), ...this.reads]) source.end(reason);
    this.reads.clear();
    this.byKey.clear();
    this.listed.clear();
  }

  *sources(): IterableIterator<RetainedSource<unknown>> {
    for (const source of this.listed.keys()) if (typeof source !== 'string') yield source;
  }
}

/** Whether an observer or a caller waits. */
function isHeld(source: RetainedSource<unknown> | string): boolean {
  return typeof source !== 'string' && source.isHeld;
}

/** Whether a response may still come. */
function isBusy(source: RetainedSource<unknown> | string): boolean {
  return source instanceof EndpointStream && source.isBusy;
}
