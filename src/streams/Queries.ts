import type { EntryHost } from './EntryHost.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { isKeyOf } from './queryKey.ts';
import { QuerySource } from './QuerySource.ts';

/** How many sources that nobody holds are kept for the next read of the moment. */
export const KEPT_READS = 100;

/** The queries that live: one per schema and arguments. */
export class Queries {
  readonly #sources = new Map<object, Map<string, QuerySource>>();
  /** Those that were only read, the latest last. Reading them again gives the same objects. */
  readonly #read = new Set<QuerySource>();

  /** The source of a query, made if there is none. `key` is its {@link queryKey}. */
  get(host: EntryHost, schema: object, key: string, args: readonly unknown[]): QuerySource {
    let ofSchema = this.#sources.get(schema);
    if (!ofSchema) this.#sources.set(schema, (ofSchema = new Map<string, QuerySource>()));
    const known = ofSchema.get(key);
    if (known && isKeyOf(key, known.args, args)) return known;
    // Other arguments have taken the place of the primary key; the text of these is their own.
    const own = known ? encodeKey(args) : key;
    let source = ofSchema.get(own);
    if (!source) ofSchema.set(own, (source = new QuerySource(host, host.graph, schema, own, args)));
    return source;
  }

  /** Keeps a query that was read and is not held, until others are read. */
  keepRead(source: QuerySource): void {
    if (source.isHeld) return;
    this.#read.delete(source);
    this.#read.add(source);
    if (this.#read.size <= KEPT_READS) return;
    // There is one: the limit is not 0.
    const oldest = this.#read.values().next().value!;
    this.#read.delete(oldest);
    if (!oldest.isHeld) this.forget(oldest);
  }

  forget(source: QuerySource): void {
    this.#read.delete(source);
    source.dispose();
    const ofSchema = this.#sources.get(source.schema);
    // Meanwhile another one may have taken its place.
    if (ofSchema?.get(source.key) === source) ofSchema.delete(source.key);
    if (ofSchema?.size === 0) this.#sources.delete(source.schema);
  }

  /** Forgets what was only read. */
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
