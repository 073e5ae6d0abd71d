/** Children of a node; a leaf has as many items: 16 rows, the content and the meta of each. */
export const NODE_SIZE = 32;

/** Bits of a slot number that an inner node consumes. */
export const NODE_BITS = 5;

/** Masks the index of a child within its node. */
export const NODE_MASK = 31;

/** Masks the slot of a row within its leaf. */
export const LEAF_MASK = 15;

/**
 * A node of a {@link RowTree}: its children or items and, at index 32, its owner: the number of the
 * draft that may edit the node. The owner is in the array itself, which saves an allocation per
 * copied node. It is a number and never the draft, which would keep every earlier snapshot alive.
 */
export type RowNode = unknown[];

/** A node without rows. */
export const NO_NODE: RowNode = /* @__PURE__ */ emptyNode();

function emptyNode(): RowNode {
  return Array<unknown>(NODE_SIZE + 1).fill(undefined);
}

/** An array of rows by slot number, as a 32-way tree. */
export interface RowTree {
  /** One more than the highest slot ever written. */
  readonly length: number;
  /** Bits of a slot number below those of the root; -1 if the root is a leaf. */
  readonly shift: number;
  /** A missing node means slots without rows. */
  readonly root: RowNode | undefined;
  /** The live record in a slot; `undefined` for a slot beyond the end and for -1. */
  recordAt(slot: number): object | undefined;
}
