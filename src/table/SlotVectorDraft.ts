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
 * An editable copy of a {@link SlotVector}. Nodes it has copied once are edited in place from then on.
 * It stays usable after `freeze()`: later writes copy again and never reach a frozen vector.
 */
export class SlotVectorDraft<T> extends SlotTree<T> {
  length: number;
  shift: number;
  root: SlotNode | undefined;
  tail: SlotNode | undefined;

  readonly #seal: (tree: SlotTree<T>) => SlotVector<T>;
  #frozen: SlotVector<T> | undefined;
  #owner = newOwner();
  // The leaf written last, if it is ours. Rows of one answer are neighbours, so it is nearly always hit.
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

  /** Puts a value in a slot, or a hole (`undefined`). A slot beyond the end leaves holes before it. */
  set(slot: number, value: T | undefined): void {
    if (slot >= this.length) this.#growTo(slot);
    else if (this.get(slot) === value) return;
    this.#leafOf(slot)[slot & NODE_MASK] = value;
  }

  /** Puts values in an even slot and the one behind it. Takes about as long as `set`. */
  setPair(slot: number, first: T | undefined, second: T | undefined): void {
    if (slot + 1 >= this.length) this.#growTo(slot + 1);
    const leaf = this.#leafOf(slot);
    leaf[slot & NODE_MASK] = first;
    leaf[(slot & NODE_MASK) + 1] = second;
  }

  /**
   * Puts `second` behind an even slot if that slot holds `first`, and says whether it does. The quick
   * way to refresh many.
   */
  setSecond(slot: number, first: T, second: T): boolean {
    if (slot >>> 0 >= this.length) return false;
    const place = slot & NODE_MASK;
    const leaf = this.leafAt(slot);
    if (leaf === undefined || leaf[place] !== first) return false;
    if (leaf[place + 1] !== second) this.#leafOf(slot)[place + 1] = second;
    return true;
  }

  /** @internal */
  override leafAt(slot: number): SlotNode | undefined {
    const isRecent = this.#leaf !== undefined && (slot & ~NODE_MASK) === this.#leafStart;
    return isRecent ? this.#leaf : super.leafAt(slot);
  }

  /** Puts a value behind the last slot. */
  push(value: T): void {
    this.set(this.length, value);
  }

  /** The values as they stand; the vector the draft began with if nothing was changed. */
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
    const place = (start >>> level) & NODE_MASK;
    // Above level 0 the places of a node hold nodes.
    const child = ownedNode(node[place] as SlotNode | undefined, this.#owner);
    node[place] = child;
    return child;
  }
}
