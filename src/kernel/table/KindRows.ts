import type { EntityMeta } from '../../data/schema/Schema.ts';
import type { KindFamily } from './KindFamily.ts';
import {
  LEAF_MASK,
  NO_NODE,
  NODE_BITS,
  NODE_MASK,
  NODE_SIZE,
  type RowNode,
  type RowTree,
} from './RowTree.ts';

/** What rows are of: an entity key, or a symbol for rows that are no entities. */
export type Kind = string | symbol;

/** Reserved: the {@link ResultRecord}s by endpoint key. */
export const RESULTS = Symbol('results');

/**
 * Reserved: a row for each entity key of which a response brought all entities. Then an empty list
 * of them is a result, too.
 */
export const COMPLETE = Symbol('complete');

/** The content of a removed row. Never leaves this folder. */
export class Tombstone {
  /** The primary key that the entity has in place of that of the row; `''` if it is gone. */
  readonly to: string;

  constructor(to: string) {
    this.to = to;
  }
}

/** The content of a row whose entity is gone. */
export const TOMBSTONE = /* @__PURE__ */ new Tombstone('');

/**
 * The rows of one kind: an immutable array of rows by slot number, as a 32-way tree. A row has a
 * content, which is a record or stands for a removed one, and a meta; both are in the same leaf, so
 * a write copies one path. A change goes through a `KindDraft` and copies the nodes on its path;
 * all other nodes are shared.
 */
export class KindRows implements RowTree {
  // Declared, not defined: definitions make a hidden function, which a first call has to compile.
  readonly key: Kind;
  readonly family: KindFamily;
  readonly length: number;
  readonly shift: number;
  readonly root: RowNode | undefined;
  /** Number of rows with a record. */
  readonly live: number;
  /** Number of tombstones. */
  readonly removed: number;

  constructor(
    key: Kind,
    family: KindFamily,
    length = 0,
    shift = -1,
    root?: RowNode,
    live = 0,
    removed = 0,
  ) {
    this.key = key;
    this.family = family;
    this.length = length;
    this.shift = shift;
    this.root = root;
    this.live = live;
    this.removed = removed;
  }

  /** The current rows as a snapshot. */
  snapshot(): KindRows {
    return this;
  }

  /** The slot of the row, which may be a hole; -1 if the row is unknown. */
  slotOf(pk: string): number {
    const entry = this.family.entry(pk);
    if (typeof entry === 'number') return entry;
    if (entry === undefined) return -1;
    let index = entry.length - 1;
    while (index >= 0 && this.content(entry[index]) === undefined) index--;
    return index < 0 ? -1 : entry[index];
  }

  content(slot: number): object | undefined {
    // The cast holds: the draft puts contents at even indexes.
    return this.leafAt(slot)[(slot & LEAF_MASK) << 1] as object | undefined;
  }

  /** The live record in a slot. */
  recordAt(slot: number): object | undefined {
    const content = this.leafAt(slot)[(slot & LEAF_MASK) << 1];
    return content instanceof Tombstone ? undefined : (content as object | undefined);
  }

  /** The meta of the row in a slot, live or removed. */
  metaAt(slot: number): EntityMeta | undefined {
    // The cast holds: the draft puts metas at odd indexes.
    return this.leafAt(slot)[((slot & LEAF_MASK) << 1) + 1] as EntityMeta | undefined;
  }

  /** The leaf of any slot. */
  leafAt(slot: number): RowNode {
    if (slot >>> 0 >= this.length) return NO_NODE;
    let node = this.root;
    for (let level = this.shift; level > 0 && node !== undefined; level -= NODE_BITS) {
      // The cast holds: the children of an inner node are nodes.
      node = node[(slot >>> level) & NODE_MASK] as RowNode | undefined;
    }
    return node ?? NO_NODE;
  }

  /** Calls `visit` for every row, in slot order. */
  forEach(visit: (content: object, slot: number) => void): void {
    for (let start = 0; start < this.length; start += LEAF_MASK + 1) {
      const leaf = this.leafAt(start);
      if (leaf === NO_NODE) continue;
      for (let index = 0; index < NODE_SIZE; index += 2) {
        const content = leaf[index] as object | undefined;
        if (content !== undefined) visit(content, start + (index >> 1));
      }
    }
  }

  /** The slots of all rows, in order. */
  *slots(): IterableIterator<number> {
    for (let start = 0; start < this.length; start += LEAF_MASK + 1) {
      const leaf = this.leafAt(start);
      if (leaf === NO_NODE) continue;
      for (let index = 0; index < NODE_SIZE; index += 2) {
        if (leaf[index] !== undefined) yield start + (index >> 1);
      }
    }
  }
}
