import type { StreamHost } from './StreamHost.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { isKeyOf } from './queryKey.ts';
import { QuerySource } from './QuerySource.ts';

/** How many inactive streams are kept for the next `get()` or `getState()`. */
export const KEPT_READS = 100;

/** The query streams of a store: one per schema and args. */
export class Queries {
  readonly #sources = new Map<object, Map<string, QuerySource>>();
  /**
   * Streams that were read and have no observers, the latest last. Reading again gives the same
   * objects.
   */
  readonly #read = new Set<QuerySource>();

  /** The stream of a query, made if there is none. `key` is its {@link queryKey}. */
  get(host: StreamHost, schema: object, key: string, args: readonly unknown[]): QuerySource {
    let ofSchema = this.#sources.get(schema);
    if (!ofSchema) this.#sources.set(schema, (ofSchema = new Map<string, QuerySource>()));
    const known = ofSchema.get(key);
    if (known && isKeyOf(key, known.args, args)) return known;
    // Other args use this pk as their key; the encoded args are always unique.
    const own = known ? encodeKey(args) : key;
    let source = ofSchema.get(own);
    if (!source) ofSchema.set(own, (source = new QuerySource(host, host.graph, schema, own, args)));
    return source;
  }

  /** Keeps an inactive stream that was read, until enough others are read. */
  keepRead(source: QuerySource): void {
    if (source.isHeld) return;
    this.#read.delete(source);
    this.#read.add(source);
    if (this.#read.size <= KEPT_READS) return;
    // The set is not empty: the limit is not 0.
    const oldest = this.#read.values().next().value!;
    this.#read.delete(oldest);
    if (!oldest.isHeld) this.forget(oldest);
  }

  forget(source: QuerySource): void {
    this.#read.delete(source);
    source.dispose();
    const ofSchema = this.#sources.get(source.schema);
    // Another stream may have replaced it.
    if (ofSchema?.get(source.key) === source) ofSchema.delete(source.key);
    if (ofSchema?.size === 0) this.#sources.delete(source.schema);
  }

  /** Drops the streams that were read and are inactive. */
  forgetRead(): void {
    for (const source of [...this.#read]) if (source.isIdle) this.forget(source);
  }

  *all(): IterableIterator<QuerySource> {
    for (const ofSchema of this.#sources.values()) yield* ofSchema.values();
  }

  clear(): void {
    this.#read.clear();
    this.#sources.clear();
  }
}
