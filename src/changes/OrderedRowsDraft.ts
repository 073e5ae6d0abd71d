import type { Chunk, OrderedRows } from './OrderedRows.ts';

/** A chunk with more rows is split. */
const MAX_CHUNK = 1024;

/** Two neighbours with no more rows than this together are joined. */
const MIN_CHUNKS = 256;

/**
 * An editable copy of {@link OrderedRows}. A row is addressed by its chunk and its offset in the
 * chunk.
 */
export class OrderedRowsDraft<K, V> {
  readonly #chunks: Chunk<K, V>[];
  readonly #seal: (chunks: readonly Chunk<K, V>[], size: number) => OrderedRows<K, V>;
  /** Chunks that no other list has. */
  readonly #own = new Set<Chunk<K, V>>();
  #size: number;

  /** @internal Use {@link OrderedRows.edit}. */
  constructor(
    chunks: readonly Chunk<K, V>[],
    size: number,
    seal: (chunks: readonly Chunk<K, V>[], size: number) => OrderedRows<K, V>,
  ) {
    this.#chunks = chunks.slice();
    this.#size = size;
    this.#seal = seal;
  }

  /** To read only. */
  get chunks(): readonly Chunk<K, V>[] {
    return this.#chunks;
  }

  /** How many rows come before a chunk. */
  rowsBefore(chunk: number): number {
    let rows = 0;
    for (let at = 0; at < chunk; at++) rows += this.#chunks[at].keys.length;
    return rows;
  }

  insert(chunk: number, offset: number, key: K, value: V): void {
    const { keys, values } = this.#owned(chunk);
    keys.splice(offset, 0, key);
    values.splice(offset, 0, value);
    this.#size++;
    if (keys.length <= MAX_CHUNK) return;
    const half = keys.length >>> 1;
    const rest = { keys: keys.splice(half), values: values.splice(half) };
    this.#own.add(rest);
    this.#chunks.splice(chunk + 1, 0, rest);
  }

  remove(chunk: number, offset: number): void {
    const { keys, values } = this.#owned(chunk);
    keys.splice(offset, 1);
    values.splice(offset, 1);
    this.#size--;
    if (keys.length === 0) {
      this.#chunks.splice(chunk, 1);
      return;
    }
    this.#join(chunk);
    if (chunk > 0) this.#join(chunk - 1);
  }

  /** The edited list. The draft must not be used afterwards. */
  finish(): OrderedRows<K, V> {
    return this.#seal(this.#chunks, this.#size);
  }

  /** Joins a chunk and the next one if both are small. */
  #join(chunk: number): void {
    const next = this.#chunks.at(chunk + 1);
    if (!next || this.#chunks[chunk].keys.length + next.keys.length > MIN_CHUNKS) return;
    const { keys, values } = this.#owned(chunk);
    keys.push(...next.keys);
    values.push(...next.values);
    this.#chunks.splice(chunk + 1, 1);
  }

  #owned(chunk: number): Chunk<K, V> {
    const known = this.#chunks.at(chunk);
    if (known && this.#own.has(known)) return known;
    const own = known
      ? { keys: known.keys.slice(), values: known.values.slice() }
      : { keys: [], values: [] };
    this.#own.add(own);
    this.#chunks[chunk] = own;
    return own;
  }
}
