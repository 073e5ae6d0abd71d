import { DEVELOPMENT } from '../../shared/development.ts';

/** A part of a list. */
interface Chunk<K, V> {
  readonly keys: K[];
  readonly values: V[];
}

/**
 * Initial number of rows in a chunk. Small chunks make edits cheap, large ones keep the list of
 * chunks short.
 */
const CHUNK_SIZE = 512;

/** An immutable list of keys and rows. An edited list shares the untouched chunks. */
export class OrderedRows<K, V> {
  readonly size: number;
  /** To read only. */
  readonly chunks: readonly Chunk<K, V>[];
  #array: readonly V[] | undefined;

  constructor(chunks: readonly Chunk<K, V>[], size: number) {
    this.chunks = chunks;
    this.size = size;
  }

  /** A list without rows. */
  static empty<K, V>(): OrderedRows<K, V> {
    return new OrderedRows<K, V>([], 0);
  }

  /** A list of keys, with the row of each. */
  static of<K, V>(keys: readonly K[], values: readonly V[]): OrderedRows<K, V> {
    const chunks: Chunk<K, V>[] = [];
    for (let start = 0; start < keys.length; start += CHUNK_SIZE) {
      const end = start + CHUNK_SIZE;
      chunks.push({ keys: keys.slice(start, end), values: values.slice(start, end) });
    }
    return new OrderedRows(chunks, keys.length);
  }

  /** An editable copy. */
  edit(): OrderedRowsDraft<K, V> {
    return new OrderedRowsDraft(this.chunks, this.size);
  }

  /** The row at an index; `undefined` if there is none. */
  at(index: number): V | undefined {
    return this.slice(index, index + 1)[0];
  }

  /** The key at an index; `undefined` if there is none. */
  keyAt(index: number): K | undefined {
    return this.keys(index, index + 1)[0];
  }

  /** The keys from `start` up to, but not including, `end`, counted as by `Array.slice`. */
  keys(start?: number, end?: number): K[] {
    return this.#part((chunk) => chunk.keys, start, end);
  }

  /** The rows from `start` up to, but not including, `end`, counted as by `Array.slice`. */
  slice(start?: number, end?: number): V[] {
    return this.#part((chunk) => chunk.values, start, end);
  }

  /** All rows: the same array on each call, frozen in development. */
  toArray(): readonly V[] {
    if (this.#array) return this.#array;
    const array = ([] as V[]).concat(...this.chunks.map(({ values }) => values));
    return (this.#array = DEVELOPMENT ? Object.freeze(array) : array);
  }

  forEach(visit: (key: K, value: V) => void): void {
    for (const { keys, values } of this.chunks) {
      for (let at = 0; at < keys.length; at++) visit(keys[at], values[at]);
    }
  }

  #part<T>(side: (chunk: Chunk<K, V>) => readonly T[], start = 0, end = this.size): T[] {
    const from = clampIndex(this.size, start);
    const to = clampIndex(this.size, end);
    const part: T[] = [];
    let first = 0;
    for (const chunk of this.chunks) {
      if (first >= to) break;
      const members = side(chunk);
      const next = first + members.length;
      for (let at = Math.max(from, first); at < Math.min(to, next); at++) {
        part.push(members[at - first]);
      }
      first = next;
    }
    return part;
  }
}

function clampIndex(size: number, index: number): number {
  return index < 0 ? Math.max(size + index, 0) : Math.min(index, size);
}

const NO_ROWS: Chunk<never, never> = { keys: [], values: [] };

/** A row with its key. */
export interface Row<K, V> {
  readonly key: K;
  readonly value: V;
}

/** Where a row is in a draft. */
interface Position {
  readonly chunk: number;
  readonly offset: number;
}

function rowOf<K, V>(chunk: Chunk<K, V> | undefined, index: number): Row<K, V> | undefined {
  // The casts hold: chunks are not empty, and callers name an index that there is.
  return chunk && { key: chunk.keys.at(index) as K, value: chunk.values.at(index) as V };
}

/** A chunk with more rows is split. */
const MAX_CHUNK = 1024;

/** With fewer rows than this per chunk, on average, a list is divided anew. */
const MIN_CHUNK = 128;

/**
 * An editable copy of {@link OrderedRows}. A row is addressed by its chunk and its offset in the
 * chunk.
 */
class OrderedRowsDraft<K, V> {
  readonly #chunks: Chunk<K, V>[];
  /** Chunks that no other list has. */
  readonly #own = new Set<Chunk<K, V>>();
  #size: number;

  constructor(chunks: readonly Chunk<K, V>[], size: number) {
    this.#chunks = chunks.slice();
    this.#size = size;
  }

  /** To read only. */
  get chunks(): readonly Chunk<K, V>[] {
    return this.#chunks;
  }

  /**
   * The chunk of the first row that does not come before a position, and its offset there. `isBefore`
   * says which rows do.
   */
  seek(isBefore: (key: K, value: V) => boolean): Position {
    const chunks = this.#chunks;
    const chunk = lowerBound(chunks.length - 1, (at) => {
      const { keys, values } = chunks[at];
      return isBefore(keys[keys.length - 1], values[keys.length - 1]);
    });
    const { keys, values } = chunks.at(chunk) ?? NO_ROWS;
    return { chunk, offset: lowerBound(keys.length, (at) => isBefore(keys[at], values[at])) };
  }

  /** The key at a position; `undefined` at the end of the list. */
  keyAt(chunk: number, offset: number): K | undefined {
    return this.#chunks.at(chunk)?.keys[offset];
  }

  /** The position of the row of a key, without the order; `undefined` if there is none. */
  find(isKey: (key: K) => boolean): Position | undefined {
    for (const [chunk, { keys }] of this.#chunks.entries()) {
      const offset = keys.findIndex(isKey);
      if (offset >= 0) return { chunk, offset };
    }
    return undefined;
  }

  /** The rows before and after the gap that a removed row has left. */
  around(chunk: number, offset: number): readonly (Row<K, V> | undefined)[] {
    const own = this.#chunks[chunk];
    const isLast = !own || offset >= own.keys.length;
    return [
      offset > 0 ? rowOf(own, offset - 1) : rowOf(this.#chunks[chunk - 1], -1),
      isLast ? rowOf(this.#chunks[chunk + 1], 0) : rowOf(own, offset),
    ];
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
    if (keys.length === 0) this.#chunks.splice(chunk, 1);
  }

  /** The edited list. The draft must not be used afterwards. */
  finish(): OrderedRows<K, V> {
    const rows = new OrderedRows(this.#chunks, this.#size);
    const isSparse = this.#chunks.length > 1 + this.#size / MIN_CHUNK;
    return isSparse ? OrderedRows.of(rows.keys(), rows.slice()) : rows;
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

/**
 * The first index of a sorted list whose member does not come before a position; `length` if all do.
 * `isBefore` says whether the member at an index does.
 */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
