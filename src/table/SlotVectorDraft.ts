import {
  emptyNode,
  newOwner,
  NODE_BITS,
  NODE_MASK,
  NODE_SIZE,
  ownedNode,
  type SlotNode,
} from './slotNode.ts';
import { SlotTree } from './SlotTree.ts';
import type { SlotVector } from './SlotVector.ts';

/**
 * An editable copy of a {@link SlotVector}. A node is copied on its first write and edited in place
 * afterwards. The draft stays usable after `freeze()`: later writes copy again and never change a
 * frozen vector.
 */
export class SlotVectorDraft<T> extends SlotTree<T> {
  length: number;
  shift: number;
  root: SlotNode | undefined;
  tail: SlotNode | undefined;

  readonly #seal: (tree: SlotTree<T>) => SlotVector<T>;
  #frozen: SlotVector<T> | undefined;
  #owner = newOwner();
  // The leaf of the last write, if this draft owns it. Rows of one response are mostly neighbours.
  #leaf: SlotNode | undefined;
  #leafStart = -1;

  /** @internal Use {@link SlotVector.draft}. */
  constructor(base: SlotVector<T>, seal: (tree: SlotTree<T>) => SlotVector<T>) {
    super();
    this.length = base.length;
    this.shift = base.shift;
    this.root = base.root;
    this.tail = base.tail;
    this.#frozen = base;
    this.#seal = seal;
  }

  /**
   * Sets the value of a slot; `undefined` makes a hole. A slot beyond the end leaves holes before
   * it.
   */
  set(slot: number, value: T | undefined): void {
    if (slot >= this.length) this.#growTo(slot);
    else if (this.get(slot) === value) return;
    this.#leafOf(slot)[slot & NODE_MASK] = value;
  }

  /** Sets the values of an even slot and the one after it. Takes about as long as `set`. */
  setPair(slot: number, first: T | undefined, second: T | undefined): void {
    if (slot + 1 >= this.length) this.#growTo(slot + 1);
    const leaf = this.#leafOf(slot);
    leaf[slot & NODE_MASK] = first;
    leaf[(slot & NODE_MASK) + 1] = second;
  }

  /**
   * Sets the slot after an even slot to `second` if the even one has the value `first`. Returns
   * whether it has. The fast way to refresh many rows.
   */
  setSecond(slot: number, first: T, second: T): boolean {
    if (slot >>> 0 >= this.length) return false;
    const index = slot & NODE_MASK;
    const leaf = this.leafAt(slot);
    if (leaf === undefined || leaf[index] !== first) return false;
    if (leaf[index + 1] !== second) this.#leafOf(slot)[index + 1] = second;
    return true;
  }

  /** @internal */
  override leafAt(slot: number): SlotNode | undefined {
    const isRecent = this.#leaf !== undefined && (slot & ~NODE_MASK) === this.#leafStart;
    return isRecent ? this.#leaf : super.leafAt(slot);
  }

  /** Appends a value. */
  push(value: T): void {
    this.set(this.length, value);
  }

  /** The current values as a vector; the vector the draft began with if nothing changed. */
  override freeze(): SlotVector<T> {
    if (this.#frozen === undefined) {
      this.#frozen = this.#seal(this);
      this.#owner = newOwner();
      this.#leaf = undefined;
    }
    return this.#frozen;
  }

  #leafOf(slot: number): SlotNode {
    const start = slot & ~NODE_MASK;
    if (this.#leaf !== undefined && start === this.#leafStart) return this.#leaf;
    this.#frozen = undefined;
    this.#leafStart = start;
    return (this.#leaf = this.#ownedLeaf(start));
  }

  #growTo(slot: number): void {
    const start = slot & ~NODE_MASK;
    const { tailStart } = this;
    this.#frozen = undefined;
    if (start !== tailStart) {
      while (start > NODE_SIZE << this.shift) this.#raiseRoot();
      if (this.length > 0) {
        this.#ownedParent(tailStart)[(tailStart >>> NODE_BITS) & NODE_MASK] = this.tail;
      }
      this.tail = emptyNode(this.#owner);
    }
    this.length = slot + 1;
  }

  #raiseRoot(): void {
    const { root } = this;
    this.shift += NODE_BITS;
    if (root === undefined) return;
    this.root = emptyNode(this.#owner);
    this.root[0] = root;
  }

  #ownedLeaf(start: number): SlotNode {
    if (start === this.tailStart) return (this.tail = ownedNode(this.tail, this.#owner));
    return this.#ownedChild(this.#ownedParent(start), start, NODE_BITS);
  }

  #ownedParent(start: number): SlotNode {
    let node = (this.root = ownedNode(this.root, this.#owner));
    for (let level = this.shift; level > NODE_BITS; level -= NODE_BITS) {
      node = this.#ownedChild(node, start, level);
    }
    return node;
  }

  #ownedChild(node: SlotNode, start: number, level: number): SlotNode {
    const index = (start >>> level) & NODE_MASK;
    // The cast holds: above level 0 the children of a node are nodes.
    const child = ownedNode(node[index] as SlotNode | undefined, this.#owner);
    node[index] = child;
    return child;
  }
}
