import type { EntityMeta } from '../schema/Schema.ts';
import {
  LEAF_MASK,
  NODE_BITS,
  NODE_MASK,
  NODE_SIZE,
  type RowNode,
  RowVector,
} from './RowVector.ts';

let lastOwner = 0;

/**
 * An editable copy of a {@link RowVector}, made in O(1). A node is copied on its first write and
 * edited in place afterwards. The draft stays usable after `freeze()`: later writes copy again and
 * never change a frozen vector.
 */
export class RowVectorDraft extends RowVector {
  declare length: number;
  declare shift: number;
  declare root: RowNode | undefined;

  /** No slot before this one was written, … */
  from = 2 ** 30 - 1;
  /** … and none after this one. */
  to = -1;
  #frozen: RowVector | undefined;
  #owner = ++lastOwner;
  // The leaf of the last write, if this draft owns it. Rows of one response are mostly neighbours.
  #leaf: RowNode | undefined;
  #leafStart = -1;

  constructor(base: RowVector) {
    super(base.length, base.shift, base.root);
    this.#frozen = base;
  }

  /** Sets a row; `undefined` makes a hole. A slot beyond the end leaves holes before it. */
  set(slot: number, content: object | undefined, meta: EntityMeta | undefined): void {
    const leaf = this.#ownedLeaf(slot);
    if (slot >= this.length) this.length = slot + 1;
    const index = (slot & LEAF_MASK) << 1;
    leaf[index] = content;
    leaf[index + 1] = meta;
  }

  /** Sets the meta of a row if it has this content. Returns whether it has. */
  refresh(slot: number, content: object, meta: EntityMeta): boolean {
    if (slot >>> 0 >= this.length) return false;
    const leaf = this.leafAt(slot);
    const index = (slot & LEAF_MASK) << 1;
    if (leaf === undefined || leaf[index] !== content) return false;
    if (leaf[index + 1] !== meta) this.#ownedLeaf(slot)[index + 1] = meta;
    return true;
  }

  /** @internal */
  override leafAt(slot: number): RowNode | undefined {
    return (slot & ~LEAF_MASK) === this.#leafStart ? this.#leaf : super.leafAt(slot);
  }

  /** The current rows as a vector; the vector the draft began with if nothing changed. */
  override freeze(): RowVector {
    if (this.#frozen === undefined) {
      this.#frozen = new RowVector(this.length, this.shift, this.root);
      this.#owner = ++lastOwner;
      this.#leafStart = -1;
    }
    return this.#frozen;
  }

  #ownedLeaf(slot: number): RowNode {
    const start = slot & ~LEAF_MASK;
    if (start === this.#leafStart) return this.#leaf!;
    this.#frozen = undefined;
    while (slot >>> (this.shift + NODE_BITS) > 0) this.#raiseRoot();
    let node = (this.root = this.#owned(this.root));
    for (let level = this.shift; level > 0; level -= NODE_BITS) {
      const index = (slot >>> level) & NODE_MASK;
      // The cast holds: the children of an inner node are nodes.
      node = node[index] = this.#owned(node[index] as RowNode | undefined);
    }
    this.from = Math.min(this.from, start);
    this.to = Math.max(this.to, start + LEAF_MASK);
    this.#leafStart = start;
    return (this.#leaf = node);
  }

  #raiseRoot(): void {
    const { root } = this;
    this.shift += NODE_BITS;
    if (root === undefined) return;
    this.root = this.#owned(undefined);
    this.root[0] = root;
  }

  /** The node itself if this draft may edit it, else a copy that it may edit. */
  #owned(node: RowNode | undefined): RowNode {
    if (node?.[NODE_SIZE] === this.#owner) return node;
    const copy: RowNode = node?.slice() ?? Array(NODE_SIZE + 1);
    copy[NODE_SIZE] = this.#owner;
    return copy;
  }
}
