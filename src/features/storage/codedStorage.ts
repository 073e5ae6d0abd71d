import { packValue, unpackValue } from '../../shared/codec/valueCodec.ts';
import { failureOf } from './storageFailure.ts';
import type {
  OpenStorage,
  Reader,
  Storage,
  Stored,
  StoredKey,
  TableName,
  Writer,
} from './Storage.ts';

/** How stored data is changed on its way into a storage, as by encryption. */
export interface Codec {
  /** Encodes a record. Equal texts may have different codes. */
  encode(text: string): Promise<string | Uint8Array>;
  /** Reverses `encode`. A record that it rejects is not stored. */
  decode(code: string | (Uint8Array & { readonly buffer: ArrayBuffer })): Promise<string>;
  /** The text that stands for an entity key, a pk or an endpoint key: always the same one. */
  hashKey(text: string): Promise<string>;
}

/** With each attempt another commit has succeeded. */
const ATTEMPTS = 100;

/** Their keys are data of users. */
const HASHED: readonly TableName[] = ['rows', 'results', 'kinds'];

/**
 * A storage whose records are encoded. Codecs may take their time, which transactions do not have:
 * work reads and writes outside of them, and runs again if what it has read has changed meanwhile.
 * Ranges are in the order of the hashed keys.
 *
 * @example
 * ```ts
 * const storage = codedStorage(indexedDBStorage({ name }), codec);
 * const store = createStore({ plugins: [persist({ name, storage })] });
 * ```
 */
export function codedStorage(storage: Storage, codec: Codec): Storage {
  return {
    async open(onLost, scheduler) {
      const open = await storage.open(onLost, scheduler);
      const inFlight = new Set<Promise<unknown>>();
      let isClosed = false;

      const run = <R>(operation: () => Promise<R>): Promise<R> => {
        if (isClosed) return Promise.reject(failureOf(new Error('it was closed')));
        const running = operation().finally(() => inFlight.delete(running));
        inFlight.add(running);
        return running;
      };

      const repeat = async <R>(
        work: (tables: CodedTables) => Promise<R>,
        end: (tables: CodedTables) => Promise<boolean>,
      ): Promise<R> => {
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const tables = new CodedTables(open, codec);
          const result = await work(tables);
          if (await end(tables)) return result;
        }
        throw failureOf(new Error(`it has changed ${ATTEMPTS} times during one operation`));
      };

      return {
        read: (work) => run(() => repeat(work, (tables) => tables.isOfOneMoment())),
        commit: (work, durability) =>
          run(() => repeat(work, (tables) => tables.commit(durability))),
        clear: (first) =>
          run(async () => {
            const tables = new CodedTables(open, codec);
            if (first) tables.put(...first);
            await open.clear(...(await tables.encoded()));
          }),
        close() {
          isClosed = true;
          void Promise.allSettled(inFlight).then(() => open.close());
        },
      };
    },
  };
}

type Put = readonly [table: TableName, key: StoredKey, value: unknown];
type Read<R> = (tables: Reader) => Promise<R>;

/** What one operation has read and will write. */
class CodedTables implements Writer {
  readonly #open: OpenStorage;
  readonly #codec: Codec;
  /** What was read, as text, and how it is read again. */
  readonly #seen: (readonly [read: Read<unknown>, text: string])[] = [];
  /** Each write, once it is encoded; without a value it deletes. */
  readonly #writes: (() => Promise<readonly [TableName, StoredKey, unknown?]>)[] = [];

  constructor(open: OpenStorage, codec: Codec) {
    this.#open = open;
    this.#codec = codec;
  }

  async get(table: TableName, key: StoredKey): Promise<unknown> {
    const [value] = await this.getMany(table, [key]);
    return value;
  }

  async getMany(table: TableName, keys: readonly StoredKey[]): Promise<readonly unknown[]> {
    const hashed = await Promise.all(keys.map((key) => this.#hashed(table, key)));
    const codes = await this.#read((tables) => tables.getMany(table, hashed));
    return Promise.all(
      keys.map(async (key, at) => {
        const record = await this.#decoded(table, hashed[at], codes[at]);
        // A record in the place of another one is none.
        return record && String(record[0]) === String(key) ? record[1] : undefined;
      }),
    );
  }

  async range(
    table: TableName,
    prefix: readonly string[],
    limit: number,
    after?: StoredKey,
  ): Promise<readonly Stored[]> {
    const group = listOf(await this.#hashed(table, prefix));
    let last = after === undefined ? undefined : await this.#hashed(table, after);
    const found: Stored[] = [];
    // Further records take the place of those that cannot be read.
    while (found.length < limit) {
      const [wanted, from] = [limit - found.length, last];
      const codes = await this.#read((tables) => tables.range(table, group, wanted, from));
      const records = await Promise.all(codes.map((code) => this.#decoded(table, ...code)));
      for (const record of records) if (record) found.push(record);
      if (codes.length < wanted) break;
      last = codes.at(-1)![0];
    }
    return found;
  }

  put(table: TableName, key: StoredKey, value: unknown): void {
    const text = JSON.stringify([key, packValue(value, `The stored record ${String(key)}`)]);
    this.#writes.push(async () => {
      const code = await this.#codec.encode(text);
      return [
        table,
        await this.#hashed(table, key),
        typeof code === 'string' ? code : [textOf(code)],
      ];
    });
  }

  delete(table: TableName, key: StoredKey): void {
    this.#writes.push(async () => [table, await this.#hashed(table, key)]);
  }

  /** Whether all that was read is still the same, in one transaction. */
  async isOfOneMoment(): Promise<boolean> {
    return this.#seen.length < 2 || this.#open.read((tables) => this.#isUnchanged(tables));
  }

  /** Writes if all that was read is still the same. */
  async commit(durability: 'relaxed' | 'strict'): Promise<boolean> {
    const writes = await Promise.all(this.#writes.map((write) => write()));
    return this.#open.commit(async (tables) => {
      if (!(await this.#isUnchanged(tables))) return false;
      for (const [table, key, value] of writes) {
        if (value === undefined) tables.delete(table, key);
        else tables.put(table, key, value);
      }
      return true;
    }, durability);
  }

  /** What was put. */
  async encoded(): Promise<Put[]> {
    // The cast holds: puts have values.
    return Promise.all(this.#writes.map((write) => write() as Promise<Put>));
  }

  async #isUnchanged(tables: Reader): Promise<boolean> {
    for (const [read, text] of this.#seen) {
      if (JSON.stringify(await read(tables)) !== text) return false;
    }
    return true;
  }

  async #read<R>(read: Read<R>): Promise<R> {
    const result = await this.#open.read(read);
    this.#seen.push([read, JSON.stringify(result)]);
    return result;
  }

  /** Each text with those before it: equal pks of two classes have different hashes. */
  async #hashed(table: TableName, key: StoredKey): Promise<StoredKey> {
    if (!HASHED.includes(table)) return key;
    const hash = (_: string, at: number, texts: readonly string[]): Promise<string> =>
      this.#codec.hashKey(texts.slice(0, at + 1).join('\u0000'));
    const hashes = await Promise.all(listOf(key).map(hash));
    return typeof key === 'string' ? hashes.join() : hashes;
  }

  /** A commit deletes a record that cannot be decoded. */
  async #decoded(table: TableName, hashed: StoredKey, code: unknown): Promise<Stored | undefined> {
    if (code === undefined) return undefined;
    try {
      // The cast holds for what `put` has encoded; of anything else the codec makes no JSON.
      const encoded = code as string | [string];
      const isText = typeof encoded === 'string';
      const text = await this.#codec.decode(isText ? encoded : bytesOf(encoded[0]));
      // The cast holds for what `put` has encoded.
      const [key, value] = JSON.parse(text) as Stored;
      return [key, unpackValue(value)];
    } catch {
      this.#writes.unshift(() => Promise.resolve([table, hashed]));
      return undefined;
    }
  }
}

function listOf(key: StoredKey): readonly string[] {
  return typeof key === 'string' ? [key] : key;
}

/** Bytes as text: not every storage keeps bytes. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
