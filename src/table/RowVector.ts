import type { EntityMeta } from '../schema/Schema.ts';

/** Children of a node; a leaf has as many items: 16 rows, the content and the meta of each. */
export const NODE_SIZE = 32;

/** Bits of a slot number that an inner node consumes. */
export const NODE_BITS = 5;

/** Masks the index of a child within its node. */
export const NODE_MASK = 31;

/** Masks the slot of a row within its leaf. */
export const LEAF_MASK = 15;

/**
 * A node of a {@link RowVector}: its children or items and, at index 32, its owner: the number of
 * the draft that may edit the node. The owner is in the array itself, which saves an allocation per
 * copied node. It is a number and never the draft, which would keep every earlier snapshot alive.
 */
export type RowNode = unknown[];

/**
 * An immutable array of rows by slot number: a 32-way tree. A row has a content, which is a record
 * or stands for a removed one, and a meta; both are in the same leaf, so a write copies one path. A
 * change goes through a draft and copies the nodes on its path; all other nodes are shared.
 */
export class RowVector {
  /** One more than the highest slot ever written. */
  readonly length: number;
  /** @internal Bits of a slot number below those of the root; -1 if the root is a leaf. */
  readonly shift: number;
  /** @internal A missing node means slots without rows. */
  readonly root: RowNode | undefined;

  constructor(length = 0, shift = -1, root?: RowNode) {
    this.length = length;
    this.shift = shift;
    this.root = root;
  }

  /** The current rows as an immutable vector. */
  freeze(): RowVector {
    return this;
  }

  /** What the row contains; `undefined` for a hole, for a slot beyond the end and for -1. */
  content(slot: number): object | undefined {
    if (slot >>> 0 >= this.length) return undefined;
    // The cast holds: the draft puts contents at even indexes.
    return this.leafAt(slot)?.[(slot & LEAF_MASK) << 1] as object | undefined;
  }

  /** The meta of the row; `undefined` if there is no row. */
  meta(slot: number): EntityMeta | undefined {
    if (slot >>> 0 >= this.length) return undefined;
    // The cast holds: the draft puts metas at odd indexes.
    return this.leafAt(slot)?.[((slot & LEAF_MASK) << 1) + 1] as EntityMeta | undefined;
  }

  /** Calls `visit` for every row, in slot order. */
  forEach(visit: (content: object, slot: number) => void): void {
    for (let start = 0; start < this.length; start += LEAF_MASK + 1) {
      const leaf = this.leafAt(start);
      if (leaf === undefined) continue;
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
      if (leaf === undefined) continue;
      for (let index = 0; index < NODE_SIZE; index += 2) {
        if (leaf[index] !== undefined) yield start + (index >> 1);
      }
    }
  }

  /** @internal The leaf of a slot below `length`. */
  leafAt(slot: number): RowNode | undefined {
    let node = this.root;
    for (let level = this.shift; level > 0 && node !== undefined; level -= NODE_BITS) {
      // The cast holds: the children of an inner node are nodes.
      node = node[(slot >>> level) & NODE_MASK] as RowNode | undefined;
    }
    return node;
  }
}
