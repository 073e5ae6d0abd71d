import type { RecordTokens } from '../../data/schema/Schema.ts';
import { LEAF_MASK, NODE_BITS, NODE_SIZE, type RowTree } from './RowTree.ts';
import { TokenIndex, tokenOf, tokensOfField } from './TokenIndex.ts';

/** The slot of a pk; if the row was removed and added again, all its slots, oldest first. */
export type SlotEntry = number | number[];

// With fewer unused slots, compaction is not worth the work.
const MIN_UNUSED = 32;

/**
 * Maps the pks of one kind to slots, with their ordinals and indexes; append-only and shared
 * by all snapshots of one lineage. A slot never changes its pk, so later additions do not affect
 * earlier snapshots: an unknown slot is beyond their vector or a hole in it.
 */
export class KindFamily {
  /** The number of the kind among all kinds of the lineage. */
  readonly index: number;
  private readonly entries: Map<string, SlotEntry>;
  // By slot: the pk and its ordinal. Chunks, because one long array is copied as it grows, which
  // slows bulk loads.
  private readonly chunks: unknown[][];
  private lastChunk: unknown[];
  /** The number of slots. */
  size: number;
  private recentPk: string | undefined;
  private recent: SlotEntry | undefined;
  // Lists are mostly read in insertion order: then the next pk is the one in the next slot.
  private isInOrder: boolean;
  private hasRepeated: boolean;
  private compactFrom: number;
  /** By field, or by the function that makes the tokens. */
  private indexes: Map<string | RecordTokens, TokenIndex> | undefined;

  constructor(index: number) {
    this.index = index;
    this.entries = new Map();
    this.chunks = [];
    this.lastChunk = [];
    this.size = 0;
    this.recentPk = undefined;
    this.recent = undefined;
    this.isInOrder = false;
    this.hasRepeated = false;
    this.compactFrom = 0;
    this.indexes = undefined;
  }

  /** The slots of the pk; `undefined` if no snapshot ever contained it. */
  entry(pk: string): SlotEntry | undefined {
    if (pk === this.recentPk) return this.recent;
    const following = typeof this.recent === 'number' ? this.recent + 1 : this.size;
    const isNext = this.isInOrder && following < this.size && this.pk(following) === pk;
    this.recentPk = pk;
    this.recent = isNext ? following : this.entries.get(pk);
    this.isInOrder = this.recent === following && !this.hasRepeated;
    return this.recent;
  }

  /**
   * Assigns a slot after all others to the pk. `entry` is what {@link entry} returns for the pk,
   * `ordinal` is greater than those of all other slots.
   */
  add(pk: string, entry: SlotEntry | undefined, ordinal: number): number {
    const slot = this.size++;
    const index = (slot & LEAF_MASK) << 1;
    if (index === 0) this.chunks.push((this.lastChunk = Array(NODE_SIZE)));
    this.lastChunk[index] = pk;
    this.lastChunk[index + 1] = ordinal;
    this.recentPk = undefined;
    if (entry === undefined) {
      this.entries.set(pk, slot);
      return slot;
    }
    this.hasRepeated = true;
    this.isInOrder = false;
    if (typeof entry === 'number') this.entries.set(pk, [entry, slot]);
    else entry.push(slot);
    return slot;
  }

  /** The pk of the slot. */
  pk(slot: number): string {
    // The cast holds: `add` puts the pk there.
    return this.chunks[slot >>> (NODE_BITS - 1)][(slot & LEAF_MASK) << 1] as string;
  }

  /** The insertion ordinal of the slot: ascending, and comparable with those of other kinds. */
  ordinal(slot: number): number {
    // The cast holds: `add` puts the ordinal after the pk.
    return this.chunks[slot >>> (NODE_BITS - 1)][((slot & LEAF_MASK) << 1) + 1] as number;
  }

  /**
   * Whether a snapshot that uses `used` slots should move to a family of its own, because it does
   * not use more than half of the slots. Returns `true` only once per doubling: the snapshots of an
   * optimistic branch are dropped together with the family they moved to.
   */
  startCompaction(used: number): boolean {
    const total = this.size;
    const unused = total - used;
    if (unused <= MIN_UNUSED || unused * 2 <= total || total < this.compactFrom) return false;
    this.compactFrom = total * 2;
    return true;
  }

  /** Updates the indexes to these rows, so that they free removed ones. */
  followRows(rows: RowTree): void {
    if (this.indexes) for (const index of this.indexes.values()) index.follow(rows);
  }

  /** The pks, in insertion order, of rows that have the value in the field. */
  find(rows: RowTree, field: string, value: unknown): string[] {
    const token = tokenOf(value);
    return token === undefined ? [] : this.search(rows, field, [token]);
  }

  /** The pks, in insertion order, of rows with all tokens. `by`: a field, or what makes tokens. */
  search(rows: RowTree, by: string | RecordTokens, tokens: readonly unknown[]): string[] {
    return this.indexBy(by)
      .find(rows, tokens)
      .map((slot) => this.pk(slot));
  }

  /** The index that finds rows by a field, or by what makes tokens. */
  indexBy(by: string | RecordTokens): TokenIndex {
    const indexes = (this.indexes ??= new Map<string | RecordTokens, TokenIndex>());
    let index = indexes.get(by);
    if (index === undefined) {
      indexes.set(by, (index = new TokenIndex(typeof by === 'string' ? tokensOfField(by) : by)));
    }
    return index;
  }
}
