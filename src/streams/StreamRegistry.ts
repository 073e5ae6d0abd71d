import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import type { TableReader } from '../table/TableReader.ts';
import { EndpointStream } from './EndpointStream.ts';
import type { StreamHost } from './StreamHost.ts';
import { KEPT_READS, Queries } from './Queries.ts';
import { QuerySource } from './QuerySource.ts';
import type { RetainedSource } from './RetainedSource.ts';
import { ReleasedRoots } from './ReleasedRoots.ts';
import type { Root } from './Root.ts';
import { sameSchema } from '../schema/sameSchema.ts';
import { warnReplacedFetch } from './warnReplacedFetch.ts';

/** Separates an endpoint key from its schema number. A URL cannot contain it. */
const MARK = '\u0000';

/** A stream of a feature: it shows `root`; `forget` drops what it showed in an earlier session. */
export type FeatureSource = RetainedSource<unknown> & { readonly root: Root; forget(): void };

/** The streams of a store: one per endpoint key, one per query, and those of features. */
export class StreamRegistry {
  readonly #keepsReleased: boolean;
  readonly #entries = new Map<string, EndpointStream>();
  readonly queries = new Queries();
  readonly #features = new Set<FeatureSource>();
  /** The highest schema number among the keys that share one endpoint key, by that key. */
  readonly #others = new Map<string, number>();
  /**
   * Inactive endpoint streams, and keys whose results arrived without a stream; in the order in
   * which they became inactive or arrived, with that time, ms since epoch.
   */
  readonly #idle = new Map<EndpointStream | string, number>();
  /** What query streams showed when they became inactive. */
  readonly #released = new ReleasedRoots();
  /** Streams that were only read, the latest last. Reading again gives the same objects. */
  readonly #readEntries = new Map<string, EndpointStream>();

  /** `gcTime`: how long unreachable data is kept, ms. */
  constructor(gcTime: number) {
    // Without collection nothing reads the released roots.
    this.#keepsReleased = gcTime < Infinity;
  }

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  keyOf(endpoint: EndpointInterface, args: readonly unknown[]): string {
    // The cast holds: the public methods check the arguments.
    return this.keyOfCall(endpoint.key(...(args as never[])), endpoint);
  }

  /** Like `keyOf`, for a key that the endpoint has made. */
  keyOfCall(own: string, endpoint: EndpointInterface): string {
    const key = this.keyFor(own, endpoint);
    if (DEVELOPMENT) {
      const known = this.#entries.get(key);
      if (known) warnReplacedFetch(own, known.endpoint, endpoint);
    }
    return key;
  }

  /**
   * The store's key for the key `own` that an endpoint made. Endpoints that share `own` but have
   * different schemas get separate keys while their streams exist.
   */
  keyFor(own: string, { schema }: Pick<EndpointInterface, 'schema'>): string {
    const others = this.#others.get(own) ?? 0;
    let free: string | undefined;
    for (let number = 0; number <= others; number++) {
      const key = keyAt(own, number);
      const entry = this.#entries.get(key);
      if (entry && sameSchema(entry.endpoint.schema, schema)) return key;
      if (!entry) free ??= key;
    }
    return free ?? keyAt(own, others + 1);
  }

  /** All keys of an endpoint with a result in `table` or a stream, whatever the args. */
  keysOf(endpoint: EndpointInterface, table: TableReader): string[] {
    const stored = [...table.results()].map(([key]) => key);
    const candidates = new Set([...stored, ...this.#entries.keys()]);
    return [...candidates].filter((key) => {
      const [own] = placeOf(key);
      return endpoint.testKey?.(own) ?? false;
    });
  }

  peek(key: string): EndpointStream | undefined {
    return this.#entries.get(key);
  }

  /** Called when the result of a key changed. Streams that are only read are notified too. */
  answerChanged(key: string): void {
    (this.#entries.get(key) ?? this.#readEntries.get(key))?.answerChanged();
  }

  /** The endpoint stream of a key, made if there is none. */
  entry(
    host: StreamHost,
    key: string,
    endpoint: EndpointInterface,
    args: readonly unknown[],
  ): EndpointStream {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = this.readOnly(host, key, endpoint, args);
      this.#readEntries.delete(key);
      this.#idle.delete(key);
      this.#entries.set(key, entry);
      const [own, number] = placeOf(key);
      if (number > (this.#others.get(own) ?? 0)) this.#others.set(own, number);
      // It may never be retained.
      this.#idle.set(entry, host.now());
    } else {
      entry.endpoint = endpoint;
      entry.args = args;
    }
    return entry;
  }

  /** Called when results of another store arrived. They may never be read. */
  arrived(keys: readonly string[], now: number): void {
    for (const key of keys) {
      this.#idle.delete(key);
      if (!this.#entries.has(key)) this.#idle.set(key, now);
    }
  }

  /** The stream of a key for `getState()`: not listed, dropped after enough others were read. */
  readOnly(
    host: StreamHost,
    key: string,
    endpoint: EndpointInterface,
    args: readonly unknown[],
  ): EndpointStream {
    let entry = this.#readEntries.get(key);
    this.#readEntries.delete(key);
    if (!entry || !sameSchema(entry.endpoint.schema, endpoint.schema)) {
      entry?.dispose();
      entry = new EndpointStream(host, { key, endpoint, args });
    }
    this.#readEntries.set(key, entry);
    if (this.#readEntries.size > KEPT_READS) {
      // The map is not empty: the limit is not 0.
      const [oldestKey, oldest] = this.#readEntries.entries().next().value!;
      this.#readEntries.delete(oldestKey);
      oldest.dispose();
    }
    return entry;
  }

  /** A stream of a feature, made if there is none. It is dropped when it becomes inactive. */
  feature<S extends FeatureSource>(
    isSame: (source: FeatureSource) => source is S,
    make: () => S,
  ): S {
    for (const source of this.#features) if (isSame(source)) return source;
    const source = make();
    this.#features.add(source);
    return source;
  }

  /**
   * Called when a stream becomes inactive. Endpoint streams are kept until they are swept. Query
   * streams are dropped; what they showed stays a root until it is swept.
   */
  idle(source: RetainedSource<unknown>, now: number): void {
    if (source instanceof EndpointStream) {
      source.becomeIdle();
      this.#idle.delete(source);
      this.#idle.set(source, now);
    } else if (source instanceof QuerySource) {
      if (this.#keepsReleased) this.#released.add(source.root, now);
      this.queries.forget(source);
    } else {
      // The cast holds: all other streams were added by features.
      this.#features.delete(source as FeatureSource);
    }
  }

  /** What observers can reach, and what was released less than `gcTime` ago. */
  *roots(): IterableIterator<Root> {
    for (const entry of this.#entries.values()) yield entry.root;
    for (const source of this.queries.all()) if (!source.isIdle) yield source.root;
    for (const source of this.#features) if (source.isListened) yield source.root;
    yield* this.#released.roots();
  }

  /** When the first inactive stream or root was released, ms since epoch; Infinity without any. */
  get firstLeft(): number {
    const [first = Infinity] = this.#idle.values();
    return Math.min(first, this.#released.first);
  }

  /** Drops what was read before a reset. Observed streams are recomputed by themselves. */
  reset(): void {
    this.#released.clear();
    for (const idle of this.#idle.keys()) if (typeof idle === 'string') this.#idle.delete(idle);
    for (const entry of this.#readEntries.values()) entry.dispose();
    this.#readEntries.clear();
    this.queries.forgetRead();
    for (const source of this.#all()) {
      if (source.isListened) continue;
      source.forget();
      if (source instanceof EndpointStream && source.isIdle && !source.isBusy) this.#remove(source);
    }
  }

  /** Drops what was released at `since` or before. Returns the keys of dropped endpoint streams. */
  sweep(since: number, now: number): string[] {
    this.#released.sweep(since);
    const keys: string[] = [];
    const busy: EndpointStream[] = [];
    for (const [source, time] of this.#idle) {
      if (time > since) break;
      this.#idle.delete(source);
      if (typeof source === 'string') {
        keys.push(source);
      } else if (source.isIdle && !source.isBusy) {
        this.#remove(source);
        keys.push(source.key);
      } else if (source.isIdle) {
        busy.push(source);
      }
      // A retained stream, or one in its grace time, becomes inactive later.
    }
    // Their responses are still to come: their time starts again.
    for (const source of busy) this.#idle.set(source, now);
    return keys;
  }

  #remove(entry: EndpointStream): void {
    const { key } = entry;
    entry.dispose();
    this.#idle.delete(entry);
    this.#entries.delete(key);
    const [own] = placeOf(key);
    let others = this.#others.get(own);
    if (others === undefined) return;
    while (others > 0 && !this.#entries.has(keyAt(own, others))) others--;
    if (others > 0) this.#others.set(own, others);
    else this.#others.delete(own);
  }

  entries(): Iterable<EndpointStream> {
    return this.#entries.values();
  }

  get entryCount(): number {
    return this.#entries.size;
  }

  /** The number of subscribers of all streams. */
  get listenerCount(): number {
    let count = 0;
    for (const source of this.#all()) count += source.listenerCount;
    return count;
  }

  /** Completes and drops all streams. `reason`: the error that the store throws from then on. */
  end(reason: Error): void {
    for (const source of [...this.#all(), ...this.#readEntries.values()]) source.end(reason);
    this.#features.clear();
    this.#readEntries.clear();
    this.#entries.clear();
    this.#others.clear();
    this.queries.clear();
    this.#idle.clear();
    this.#released.clear();
  }

  #all(): (EndpointStream | QuerySource | FeatureSource)[] {
    return [...this.#entries.values(), ...this.queries.all(), ...this.#features];
  }
}

/** The key of an endpoint with the given schema number; 0: the key itself. */
function keyAt(own: string, number: number): string {
  return number === 0 ? own : `${own}${MARK}${number}`;
}

/** A key without its schema number, and that number. */
export function placeOf(key: string): [own: string, number: number] {
  const [own = key, number = 0] = key.split(MARK);
  return [own, Number(number)];
}
