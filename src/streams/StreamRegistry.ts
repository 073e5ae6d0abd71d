import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { asError } from '../shared/asError.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import type { TableReader } from '../table/TableReader.ts';
import { sameSchema } from '../schema/resolveSchema.ts';
import { EndpointStream } from './EndpointStream.ts';
import { InertStream } from './InertStream.ts';
import { isKeyOf, queryKey } from './queryKey.ts';
import { QueryStream } from './QueryStream.ts';
import type { RetainedSource, StreamContext, Root } from './RetainedSource.ts';
import { warnReplacedFetch } from './warnReplacedFetch.ts';
import { keyAt, placeOf, WeakStreams } from './WeakStreams.ts';

type Args = readonly unknown[];

/** How many streams that are only read keep their values for the next read. */
const KEPT_READS = 100;

/**
 * The streams of a store: one per endpoint key, one per query, and those of features. It holds them
 * from their first use until they are collected. Before and after, only the program may hold them:
 * there is never a second stream for the same thing.
 */
export class StreamRegistry {
  readonly #context: StreamContext;
  /** The listed endpoint streams, by key: those that are in use or not yet collected. */
  readonly byKey = new Map<string, EndpointStream>();
  /** All endpoint streams, by the key that endpoints make. */
  readonly #known = new WeakStreams<EndpointStream>();
  /** All query streams, by schema and {@link queryKey}. */
  readonly #queries = new WeakMap<object, WeakStreams<QueryStream>>();
  /**
   * The listed streams, and keys whose results arrived without a stream; with the time at which
   * they were listed, became inactive or arrived, ms since epoch.
   */
  readonly #listed = new Map<RetainedSource<unknown> | string, number>();
  /** Streams that were only read, the latest last. Reading again gives the same objects. */
  readonly #read = new Set<RetainedSource<unknown>>();
  #inactive: EndpointStream | undefined;

  constructor(context: StreamContext) {
    this.#context = context;
  }

  // --- finding streams

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  keyOf(endpoint: EndpointInterface, args: Args): string {
    return this.keyFor(ownKey(endpoint, args), endpoint);
  }

  /**
   * The store's key for the key `own` that an endpoint made. Endpoints that share `own` but have
   * different schemas get separate keys while their streams exist.
   */
  keyFor(own: string, { schema }: Pick<EndpointInterface, 'schema'>): string {
    return this.#find(own, schema)?.key ?? this.#freeKey(own);
  }

  #freeKey(own: string): string {
    return keyAt(own, this.#known.freeNumber(own));
  }

  #find(own: string, schema: unknown): EndpointStream | undefined {
    return this.#known.find(own, ({ endpoint }) => sameSchema(endpoint.schema, schema));
  }

  /** The stream of a call. Throws what the endpoint throws for its arguments. */
  stream(endpoint: EndpointInterface, args: Args): EndpointStream {
    const own = ownKey(endpoint, args);
    const known = this.#find(own, endpoint.schema);
    if (DEVELOPMENT && known && this.peek(known.key)) {
      warnReplacedFetch(own, known.endpoint, endpoint);
    }
    if (known) return known;
    const made = new EndpointStream(this.#context, { key: this.#freeKey(own), endpoint, args });
    this.#known.add(own, made);
    return made;
  }

  /** Like `stream`. From now on the stream uses this endpoint and these args. */
  call(endpoint: EndpointInterface, args: Args): EndpointStream {
    const stream = this.stream(endpoint, args);
    stream.endpoint = endpoint;
    stream.args = args;
    return stream;
  }

  /**
   * The stream of a read: `stream` or `call`. `null` args, and args that make no key, have one that
   * is inert.
   */
  read(endpoint: EndpointInterface, args: Args, how: 'stream' | 'call'): EndpointStream {
    if (args[0] === null) {
      return (this.#inactive ??= new InertStream(this.#context, endpoint));
    }
    try {
      return this[how](endpoint, args);
    } catch (thrown) {
      return new InertStream(this.#context, endpoint, asError(thrown));
    }
  }

  /** The stream of a query. Throws `SB_KEY_UNSUPPORTED`. */
  query(schema: object, args: Args): QueryStream {
    let ofSchema = this.#queries.get(schema);
    if (!ofSchema) this.#queries.set(schema, (ofSchema = new WeakStreams<QueryStream>()));
    const key = queryKey(schema, args);
    const known = ofSchema.find(key, (other) => isKeyOf(key, other.args, args));
    if (known) return known;
    const made = new QueryStream(this.#context, schema, key, args);
    ofSchema.add(key, made);
    return made;
  }

  /** The listed stream that passes the test. Streams of features are listed while they are used. */
  find<S extends RetainedSource<unknown>>(
    test: (source: RetainedSource<unknown>) => source is S,
  ): S | undefined {
    return [...this.#streams()].find(test);
  }

  /** The listed endpoint stream of a key. */
  peek(key: string): EndpointStream | undefined {
    return this.byKey.get(key);
  }

  /** All keys of an endpoint with a result in `table` or a listed stream, whatever the args. */
  keysOf(endpoint: EndpointInterface, table: TableReader): string[] {
    const stored = [...table.results()].map(([key]) => key);
    const candidates = new Set([...stored, ...this.byKey.keys()]);
    return [...candidates].filter((key) => endpoint.testKey?.(placeOf(key)[0]) ?? false);
  }

  /** The number of subscribers of all streams. */
  get listenerCount(): number {
    let count = 0;
    for (const source of this.#streams()) count += source.listenerCount;
    return count;
  }

  // --- lifetime

  /** Lists a stream that is used. */
  list(source: RetainedSource<unknown>): void {
    this.#read.delete(source);
    if (this.#listed.has(source)) return;
    if (source instanceof EndpointStream) {
      this.#listed.delete(source.key);
      this.byKey.set(source.key, source);
    }
    // It may never be retained.
    this.#listed.set(source, this.#context.now());
  }

  /** Keeps what an inactive stream has read, until enough others are read. */
  wasRead(source: RetainedSource<unknown>): void {
    if (this.#listed.has(source)) return;
    this.#read.delete(source);
    this.#read.add(source);
    if (this.#read.size <= KEPT_READS) return;
    // The set is not empty: the limit is not 0.
    const oldest = this.#read.values().next().value!;
    this.#read.delete(oldest);
    oldest.forget();
  }

  /** Called when results of another store arrived. They may never be read. */
  arrived(keys: readonly string[], now: number): void {
    for (const key of keys) if (!this.byKey.has(key)) this.#listed.set(key, now);
  }

  /** Called when the result of a key changed. Streams that are only read are notified too. */
  resultChanged(key: string): void {
    const listed = this.byKey.get(key);
    const [own] = listed ? [key] : placeOf(key);
    (listed ?? this.#known.find(own, (stream) => stream.key === key))?.resultChanged();
  }

  /**
   * Called when a stream becomes inactive. It is kept until it is swept, so that what it showed is
   * not collected before.
   */
  idle(source: RetainedSource<unknown>): void {
    this.#context.wakeCollector();
    this.#listed.set(source, this.#context.now());
    if (source instanceof EndpointStream) source.requests.becameIdle();
    else source.forget();
  }

  /** What observers can reach, and what was released less than `gcTime` ago. */
  *roots(): IterableIterator<Root> {
    for (const source of this.#streams()) yield source.root;
  }

  /** When the first stream became inactive, ms since epoch; Infinity without any. */
  get firstLeft(): number {
    let first = Infinity;
    for (const [source, time] of this.#listed) {
      if (typeof source === 'string' || source.isIdle) first = Math.min(first, time);
    }
    return first;
  }

  /** Drops what was read before a reset. Observed streams are recomputed by themselves. */
  reset(): void {
    for (const source of this.#read) source.forget();
    this.#read.clear();
    for (const source of this.#listed.keys()) {
      if (typeof source === 'string') {
        this.#listed.delete(source);
      } else if (!source.isListened) {
        source.forget();
        if (source.isIdle && !isBusy(source)) this.#remove(source);
      }
    }
  }

  /** Drops what was released at `since` or before. Returns the keys of dropped endpoint streams. */
  sweep(since: number, now: number): string[] {
    const keys: string[] = [];
    for (const [source, time] of this.#listed) {
      if (time > since) continue;
      if (typeof source === 'string') {
        this.#listed.delete(source);
        keys.push(source);
      } else if (isBusy(source)) {
        // Its response is still to come: its time starts again.
        this.#listed.set(source, now);
      } else if (source.isIdle) {
        this.#remove(source);
        if (source instanceof EndpointStream) keys.push(source.key);
      }
    }
    return keys;
  }

  #remove(source: RetainedSource<unknown>): void {
    source.forget();
    this.#listed.delete(source);
    if (source instanceof EndpointStream) this.byKey.delete(source.key);
  }

  /** Completes and drops all streams. `reason`: the error that the store throws from then on. */
  end(reason: Error): void {
    for (const source of [...this.#streams(), ...this.#read]) source.end(reason);
    this.#read.clear();
    this.byKey.clear();
    this.#listed.clear();
  }

  *#streams(): IterableIterator<RetainedSource<unknown>> {
    for (const source of this.#listed.keys()) if (typeof source !== 'string') yield source;
  }
}

/** Whether a response may still come. */
function isBusy(source: RetainedSource<unknown>): boolean {
  return source instanceof EndpointStream && source.requests.isBusy;
}

function ownKey(endpoint: EndpointInterface, args: Args): string {
  // The cast holds: the public methods check the arguments.
  return endpoint.key(...(args as never[]));
}
