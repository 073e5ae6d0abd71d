/** Bits of a slot number that one level of a {@link SlotTree} consumes. */
export const NODE_BITS = 5;

/** Children or values per node. */
export const NODE_SIZE = 32;

/** Masks the index of a slot within its leaf. */
export const NODE_MASK = 31;

/**
 * A node of a {@link SlotTree}: 32 children (inner node) or values (leaf) and, at index 32, the
 * owner: the mark of the draft that may edit the node. The owner is in the array itself, which
 * saves an allocation per copied node. It is a number and never the draft, which would keep every
 * earlier snapshot alive.
 */
export type SlotNode = unknown[];

let lastOwner = 0;

/** An owner that no node has. */
export function newOwner(): number {
  return ++lastOwner;
}

/** An empty node that belongs to `owner`. */
export function emptyNode(owner: number): SlotNode {
  const node: SlotNode = Array(NODE_SIZE + 1);
  node[NODE_SIZE] = owner;
  return node;
}

/** The node itself if `owner` may edit it, else a copy that `owner` may edit. */
export function ownedNode(node: SlotNode | undefined, owner: number): SlotNode {
  if (node === undefined) return emptyNode(owner);
  if (node[NODE_SIZE] === owner) return node;
  const copy = node.slice();
  copy[NODE_SIZE] = owner;
  return copy;
}
