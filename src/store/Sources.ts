import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { encodeKey } from '../shared/encodeKey.ts';
import { EndpointEntry, type EntryHost } from './EndpointEntry.ts';
import { QuerySource } from './QuerySource.ts';
import type { RetainedSource } from './RetainedSource.ts';
import { sameSchema } from './sameSchema.ts';

/** Separates an endpoint key from the number of its schema; it cannot stand in a URL. */
const MARK = '\u0000';

/** The sources that live: one per endpoint key, one per query. */
export class Sources {
  readonly #entries = new Map<string, EndpointEntry>();
  readonly #queries = new Map<object, Map<string, QuerySource>>();
  /** Sources that nobody holds, in the order in which they were left, with the time, ms since epoch. */
  readonly #idle = new Map<RetainedSource<unknown>, number>();

  /** The key of a call. Endpoints with the same key but other schemas have keys of their own. */
  keyOf(endpoint: EndpointInterface, args: readonly unknown[]): string {
    // The cast holds: the public methods check the arguments.
    const own = endpoint.key(...(args as never[]));
    let key = own;
    for (let place = 2; !this.#mayUse(key, endpoint); place++) key = `${own}${MARK}${place}`;
    return key;
  }

  #mayUse(key: string, endpoint: EndpointInterface): boolean {
    const entry = this.#entries.get(key);
    return !entry || sameSchema(entry.endpoint.schema, endpoint.schema);
  }

  /** All keys among `keys` and the live ones that belong to an endpoint, whatever the arguments. */
  keysOf(endpoint: EndpointInterface, keys: Iterable<string>): string[] {
    const candidates = new Set([...keys, ...this.#entries.keys()]);
    return [...candidates].filter((key) => {
      const [own = key] = key.split(MARK, 1);
      return endpoint.testKey?.(own) ?? false;
    });
  }

  peek(key: string): EndpointEntry | undefined {
    return this.#entries.get(key);
  }

  /** The entry of a key, made if there is none. */
  entry(
    host: EntryHost,
    key: string,
    endpoint: EndpointInterface,
    args: readonly unknown[],
  ): EndpointEntry {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = new EndpointEntry(host, key, endpoint, args);
      this.#entries.set(key, entry);
      // It may never be held.
      this.#idle.set(entry, host.now());
    }
    return entry;
  }

  /** The live source of a query. */
  peekQuery(schema: object, args: readonly unknown[]): QuerySource | undefined {
    return this.#queries.get(schema)?.get(encodeKey(args));
  }

  /** The source of a query, made if there is none. */
  query(host: EntryHost, schema: object, args: readonly unknown[]): QuerySource {
    const key = encodeKey(args);
    let ofSchema = this.#queries.get(schema);
    if (!ofSchema) this.#queries.set(schema, (ofSchema = new Map<string, QuerySource>()));
    let source = ofSchema.get(key);
    if (!source) ofSchema.set(key, (source = new QuerySource(host, host.graph, schema, key, args)));
    return source;
  }

  /** Called when nobody holds a source any more. Queries go; entries stay until they are swept. */
  idle(source: RetainedSource<unknown>, now: number): void {
    if (source instanceof EndpointEntry) {
      source.becomeIdle();
      this.#idle.delete(source);
      this.#idle.set(source, now);
    } else if (source instanceof QuerySource) {
      source.dispose();
      const ofSchema = this.#queries.get(source.schema);
      ofSchema?.delete(source.key);
      if (ofSchema?.size === 0) this.#queries.delete(source.schema);
    }
  }

  /** Lets go of entries that were left before `since`; gives their keys. */
  sweep(since: number, now: number): string[] {
    const keys: string[] = [];
    for (const [source, left] of this.#idle) {
      if (left > since) break;
      this.#idle.delete(source);
      if (source.isHeld || !(source instanceof EndpointEntry)) continue;
      if (source.isBusy) {
        // An answer is still to come: it counts from now on.
        this.#idle.set(source, now);
        continue;
      }
      source.dispose();
      this.#entries.delete(source.key);
      keys.push(source.key);
    }
    return keys;
  }

  entries(): Iterable<EndpointEntry> {
    return this.#entries.values();
  }

  get entryCount(): number {
    return this.#entries.size;
  }

  /** How many subscribers there are over all sources. */
  get listenerCount(): number {
    let count = 0;
    for (const source of this.#all()) count += source.listenerCount;
    return count;
  }

  /** Completes all streams and forgets them. */
  end(): void {
    for (const source of this.#all()) source.end();
    this.#entries.clear();
    this.#queries.clear();
    this.#idle.clear();
  }

  #all(): RetainedSource<unknown>[] {
    const queries = [...this.#queries.values()].flatMap((ofSchema) => [...ofSchema.values()]);
    return [...this.#entries.values(), ...queries];
  }
}
