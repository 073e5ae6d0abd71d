import { NODE_BITS, type SlotNode } from './slotNode.ts';
import { SlotTree } from './SlotTree.ts';
import { SlotVectorDraft } from './SlotVectorDraft.ts';

/**
 * An immutable array of values by slot number: a 32-way tree with a separate last leaf. A change
 * goes through a draft and copies the nodes on its path; all other nodes are shared.
 */
export class SlotVector<T> extends SlotTree<T> {
  readonly length: number;
  readonly shift: number;
  readonly root: SlotNode | undefined;
  readonly tail: SlotNode | undefined;

  /** @internal Use {@link SlotVector.empty} and {@link SlotVector.draft}. */
  constructor(
    length: number,
    shift: number,
    root: SlotNode | undefined,
    tail: SlotNode | undefined,
  ) {
    super();
    this.length = length;
    this.shift = shift;
    this.root = root;
    this.tail = tail;
  }

  /** The vector without slots. */
  static empty<T>(): SlotVector<T> {
    return new SlotVector<T>(0, NODE_BITS, undefined, undefined);
  }

  /** An editable copy, in O(1). This vector does not change. */
  draft(): SlotVectorDraft<T> {
    return new SlotVectorDraft<T>(this, seal);
  }

  override freeze(): this {
    return this;
  }
}

// Passed to the draft, so that its file does not import this one.
function seal<T>(tree: SlotTree<T>): SlotVector<T> {
  return new SlotVector<T>(tree.length, tree.shift, tree.root, tree.tail);
}
