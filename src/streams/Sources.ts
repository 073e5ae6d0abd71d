import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import type { PersistentMap } from '../table/PersistentMap.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import { EndpointEntry } from './EndpointEntry.ts';
import type { EntryHost } from './EntryHost.ts';
import { KEPT_READS, Queries } from './Queries.ts';
import { QuerySource } from './QuerySource.ts';
import type { RetainedSource } from './RetainedSource.ts';
import { LeftRoots } from './LeftRoots.ts';
import type { Root } from './Root.ts';
import { sameSchema } from '../views/sameSchema.ts';
import { warnReplacedFetch } from './warnReplacedFetch.ts';

/** Separates an endpoint key from the number of its schema; it cannot stand in a URL. */
const MARK = '\u0000';

/** A source of a feature: it shows `root`, and `forget` lets go of what it has shown in another session. */
export type FeatureSource = RetainedSource<unknown> & { readonly root: Root; forget(): void };

/** The sources that live: one per endpoint key, one per query. */
export class Sources {
  readonly #keepsLeft: boolean;
  readonly #entries = new Map<string, EndpointEntry>();
  readonly queries = new Queries();
  readonly #features = new Set<FeatureSource>();
  /** How many keys there are, or have been, beside one that endpoints of other schemas share. */
  readonly #others = new Map<string, number>();
  /**
   * Entries that nobody holds, and keys whose answers came without a reader; in the order in which they were left or came, with the time,
   * ms since epoch.
   */
  readonly #idle = new Map<EndpointEntry | string, number>();
  /** What queries showed when they were let go of. */
  readonly #left = new LeftRoots();
  /** Entries that were only read, the latest last. Reading them again gives the same objects. */
  readonly #readEntries = new Map<string, EndpointEntry>();

  /** `gcTime`: how long what nobody holds is kept, ms. */
  constructor(gcTime: number) {
    // What is kept for ever need not be remembered.
    this.#keepsLeft = gcTime < Infinity;
  }

  /** The key of a call. Throws what the endpoint throws for its arguments. */
  keyOf(endpoint: EndpointInterface, args: readonly unknown[]): string {
    // The cast holds: the public methods check the arguments.
    return this.keyOfCall(endpoint.key(...(args as never[])), endpoint);
  }

  /** The same for a key that the endpoint has made. */
  keyOfCall(own: string, endpoint: EndpointInterface): string {
    const key = this.keyFor(own, endpoint);
    if (DEVELOPMENT) {
      const known = this.#entries.get(key);
      if (known) warnReplacedFetch(own, known.endpoint, endpoint);
    }
    return key;
  }

  /** The key for what an endpoint calls `own`. Endpoints with the same one but other schemas have keys of their own, as long as they live. */
  keyFor(own: string, { schema }: Pick<EndpointInterface, 'schema'>): string {
    const others = this.#others.get(own) ?? 0;
    let free: string | undefined;
    for (let place = 0; place <= others; place++) {
      const key = keyAt(own, place);
      const entry = this.#entries.get(key);
      if (entry && sameSchema(entry.endpoint.schema, schema)) return key;
      if (!entry) free ??= key;
    }
    return free ?? keyAt(own, others + 1);
  }

  /** All keys among those of `answers` and the live ones that belong to an endpoint, whatever the arguments. */
  keysOf(endpoint: EndpointInterface, answers: PersistentMap<AnswerRow>): string[] {
    const stored = [...answers.entries()].map(([key]) => key);
    const candidates = new Set([...stored, ...this.#entries.keys()]);
    return [...candidates].filter((key) => {
      const [own] = placeOf(key);
      return endpoint.testKey?.(own) ?? false;
    });
  }

  peek(key: string): EndpointEntry | undefined {
    return this.#entries.get(key);
  }

  /** Called when the answer of a key is another one. Who only looked at it has to look again too. */
  answerChanged(key: string): void {
    (this.#entries.get(key) ?? this.#readEntries.get(key))?.answerChanged();
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
      entry = this.readOnly(host, key, endpoint, args);
      this.#readEntries.delete(key);
      this.#idle.delete(key);
      this.#entries.set(key, entry);
      const [own, place] = placeOf(key);
      if (place > (this.#others.get(own) ?? 0)) this.#others.set(own, place);
      // It may never be held.
      this.#idle.set(entry, host.now());
    } else {
      entry.endpoint = endpoint;
      entry.args = args;
    }
    return entry;
  }

  /** Answers came of another store; nobody may ever read them. */
  arrived(keys: readonly string[], now: number): void {
    for (const key of keys) {
      this.#idle.delete(key);
      if (!this.#entries.has(key)) this.#idle.set(key, now);
    }
  }

  /** The entry of a key for a read of the moment: it is not listed, and goes when others are read. */
  readOnly(
    host: EntryHost,
    key: string,
    endpoint: EndpointInterface,
    args: readonly unknown[],
  ): EndpointEntry {
    let entry = this.#readEntries.get(key);
    this.#readEntries.delete(key);
    if (!entry || !sameSchema(entry.endpoint.schema, endpoint.schema)) {
      entry?.dispose();
      entry = new EndpointEntry(host, key, endpoint, args);
    }
    this.#readEntries.set(key, entry);
    if (this.#readEntries.size > KEPT_READS) {
      // There is one: the limit is not 0.
      const [oldestKey, oldest] = this.#readEntries.entries().next().value!;
      this.#readEntries.delete(oldestKey);
      oldest.dispose();
    }
    return entry;
  }

  /** A source that a feature has added, made if there is none; it goes when it is inactive. */
  feature<S extends FeatureSource>(
    isSame: (source: FeatureSource) => source is S,
    make: () => S,
  ): S {
    for (const source of this.#features) if (isSame(source)) return source;
    const source = make();
    this.#features.add(source);
    return source;
  }

  /** Called when nobody holds a source any more. Of queries, what they showed stays until it is swept; entries stay as they are. */
  idle(source: RetainedSource<unknown>, now: number): void {
    if (source instanceof EndpointEntry) {
      source.becomeIdle();
      this.#idle.delete(source);
      this.#idle.set(source, now);
    } else if (source instanceof QuerySource) {
      if (this.#keepsLeft) this.#left.add(source.root, now);
      this.queries.forget(source);
    } else {
      // The cast holds: all other sources were added by features.
      this.#features.delete(source as FeatureSource);
    }
  }

  /** What can be read by those who hold something, or could be until lately. */
  *roots(): IterableIterator<Root> {
    for (const entry of this.#entries.values()) yield entry.root;
    for (const source of this.queries.all()) if (!source.isIdle) yield source.root;
    for (const source of this.#features) if (source.isListened) yield source.root;
    yield* this.#left.roots();
  }

  /** When the first of what nobody holds was left, ms since epoch; Infinity without any. */
  get firstLeft(): number {
    const [first = Infinity] = this.#idle.values();
    return Math.min(first, this.#left.first);
  }

  /** Forgets what was read in another session. Who listens reads again by himself. */
  reset(): void {
    this.#left.clear();
    for (const idle of this.#idle.keys()) if (typeof idle === 'string') this.#idle.delete(idle);
    for (const entry of this.#readEntries.values()) entry.dispose();
    this.#readEntries.clear();
    this.queries.forgetRead();
    for (const source of this.#all()) {
      if (source.isListened) continue;
      source.forget();
      if (source instanceof EndpointEntry && source.isIdle && !source.isBusy) this.#remove(source);
    }
  }

  /** Lets go of what was left at `since` or before; gives the keys of the entries among it. */
  sweep(since: number, now: number): string[] {
    this.#left.sweep(since);
    const keys: string[] = [];
    const busy: EndpointEntry[] = [];
    for (const [source, left] of this.#idle) {
      if (left > since) break;
      this.#idle.delete(source);
      if (typeof source === 'string') {
        keys.push(source);
      } else if (source.isIdle && !source.isBusy) {
        this.#remove(source);
        keys.push(source.key);
      } else if (source.isIdle) {
        busy.push(source);
      }
      // What is held, or was until lately, is left later.
    }
    // Their answers are still to come: they are left from now on.
    for (const source of busy) this.#idle.set(source, now);
    return keys;
  }

  #remove(entry: EndpointEntry): void {
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

  /** Completes all streams and forgets them. `reason`: what the store throws from then on. */
  end(reason: Error): void {
    for (const source of [...this.#all(), ...this.#readEntries.values()]) source.end(reason);
    this.#features.clear();
    this.#readEntries.clear();
    this.#entries.clear();
    this.#others.clear();
    this.queries.clear();
    this.#idle.clear();
    this.#left.clear();
  }

  #all(): (EndpointEntry | QuerySource | FeatureSource)[] {
    return [...this.#entries.values(), ...this.queries.all(), ...this.#features];
  }
}

/** The key itself, or the one in the given place beside it. */
function keyAt(own: string, place: number): string {
  return place === 0 ? own : `${own}${MARK}${place}`;
}

/** A key without the number of its schema, and that number. */
export function placeOf(key: string): [own: string, place: number] {
  const [own = key, place = 0] = key.split(MARK);
  return [own, Number(place)];
}
