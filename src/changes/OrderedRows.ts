import { DEVELOPMENT } from '../shared/development.ts';
import { OrderedRowsDraft } from './OrderedRowsDraft.ts';

/** A part of a list. */
export interface Chunk<K, V> {
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

  private constructor(chunks: readonly Chunk<K, V>[], size: number) {
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
    return new OrderedRowsDraft(this.chunks, this.size, (chunks, size) => {
      return new OrderedRows(chunks, size);
    });
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
