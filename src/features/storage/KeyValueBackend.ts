import {
  type Backend,
  type Bounds,
  type Connection,
  type Records,
  type Result,
  type StoredRecord,
  type Write,
  isWithin,
} from './Backend.ts';
import { IntentLog } from './IntentLog.ts';
import type { KeyValue } from './KeyValue.ts';
import { valueOfText } from './recordText.ts';
import type { TableName } from './Storage.ts';
import { TaskQueue } from './TaskQueue.ts';

/** No table has this name. */
const INTENT = '!';

/** The intent of `clear`. */
const CLEAR = 'clear';

/** New texts by key; `null` deletes. */
type Changes = Map<string, string | null>;

/**
 * Keeps each record as a text of its own. A commit writes its intent, then the records, then
 * removes the intent: after a crash the next `open` does the rest.
 */
export class KeyValueBackend implements Backend, Records {
  readonly #texts: KeyValue;
  readonly #prefix: string;
  readonly #intent: IntentLog;
  readonly #queue = new TaskQueue();
  #keys = new Set<string>();
  #sorted: readonly string[] | undefined;
  /** What is committed, but not written yet: reads see it. */
  #left: Changes = new Map();

  constructor(texts: KeyValue, prefix: string) {
    this.#texts = texts;
    this.#prefix = prefix;
    this.#intent = new IntentLog(texts, `${prefix}${INTENT}/`);
  }

  async open(): Promise<Connection> {
    await this.#queue.run(() => this.#load());
    return {
      read: (work) => this.#queue.run(() => work(this)),
      commit: (work) => this.#queue.run(() => this.#commit(work)),
      clear: (first) => this.#queue.run(() => this.#clear(first)),
      close: () => undefined,
    };
  }

  async get(table: TableName, keys: readonly string[]): Promise<readonly unknown[]> {
    return Promise.all(keys.map((key) => this.#get(this.#keyOf(table, key))));
  }

  async range(table: TableName, bounds: Bounds, limit: number): Promise<readonly StoredRecord[]> {
    this.#sorted ??= [...this.#keys].sort();
    const start = this.#keyOf(table, '');
    const found = this.#sorted
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length))
      .filter((key) => isWithin(key, bounds))
      .slice(0, limit);
    const values = await this.get(table, found);
    return found.map((key, at) => [key, values[at]]);
  }

  #keyOf(table: string, key: string): string {
    return `${this.#prefix}${table}/${key}`;
  }

  async #get(key: string): Promise<unknown> {
    if (!this.#keys.has(key)) return undefined;
    const left = this.#left.get(key);
    return valueOfText(left === undefined ? await this.#texts.get(key) : left);
  }

  async #load(): Promise<void> {
    const intents = this.#keyOf(INTENT, '');
    const keys = [...(await this.#texts.keys())].filter((key) => key.startsWith(this.#prefix));
    this.#keys = new Set(keys.filter((key) => !key.startsWith(intents)));
    this.#sorted = undefined;
    this.#left = new Map();
    const intent = await this.#intent.read();
    if (intent === CLEAR) await this.#deleteAll();
    else if (intent) this.#take(changesOf(intent));
    if (this.#left.size > 0) await this.#tryToFinish();
    else for (const key of keys) if (key.startsWith(intents)) await this.#texts.delete(key);
  }

  async #commit<R>(work: (records: Records) => Promise<Result<R>>): Promise<R> {
    const { result, writes } = await work(this);
    const changes: Changes = new Map();
    for (const { table, key, value } of writes) {
      changes.set(this.#keyOf(table, key), value === undefined ? null : JSON.stringify(value));
    }
    if (changes.size === 0) return result;
    const isOfDeletions = [...changes.values()].every((text) => text === null);
    if (this.#left.size > 0 && (await this.#tryToFinish()) && isOfDeletions) {
      // There is no room for an intent, and deletions are what makes some.
      await this.#delete(changes.keys());
      await this.#tryToFinish();
      return result;
    }
    if (this.#left.size > 0) await this.#finish();
    await this.#intent.write(JSON.stringify([...changes]));
    this.#take(changes);
    await this.#tryToFinish();
    return result;
  }

  async #clear(first?: Write): Promise<void> {
    // Without room for an intent it deletes what it can.
    await this.#intent.write(CLEAR).catch(() => undefined);
    await this.#deleteAll();
    if (first) await this.#commit(async () => ({ result: undefined, writes: [first] }));
  }

  async #deleteAll(): Promise<void> {
    await this.#delete([...this.#keys]);
    this.#left.clear();
    await this.#intent.delete();
  }

  async #delete(keys: Iterable<string>): Promise<void> {
    for (const key of keys) {
      await this.#texts.delete(key);
      this.#left.delete(key);
      this.#keys.delete(key);
      this.#sorted = undefined;
    }
  }

  /** From here on the changes are committed. */
  #take(changes: Changes): void {
    this.#left = changes;
    for (const [key, text] of changes) {
      if (this.#keys.has(key) === (text !== null)) continue;
      if (text === null) this.#keys.delete(key);
      else this.#keys.add(key);
      this.#sorted = undefined;
    }
  }

  /** Whether something is left. The commit holds: the next one, or the next `open`, tries again. */
  async #tryToFinish(): Promise<boolean> {
    return this.#finish().then(
      () => false,
      () => true,
    );
  }

  /** Deletions first: they make room. */
  async #finish(): Promise<void> {
    const isDeletion = (change: readonly [string, string | null]): boolean => change[1] === null;
    const changes = [...this.#left];
    for (const [key] of changes.filter(isDeletion)) {
      await this.#texts.delete(key);
      this.#left.delete(key);
    }
    for (const [key, text] of changes) {
      if (text === null) continue;
      await this.#texts.set(key, text);
      this.#left.delete(key);
    }
    await this.#intent.delete();
  }
}

/** Of a version with another format: none. */
function changesOf(intent: string): Changes {
  try {
    // The cast holds for what `#commit` writes. A value of another shape throws.
    return new Map(JSON.parse(intent) as [string, string | null][]);
  } catch {
    return new Map();
  }
}
