import { NODE_BITS, type SlotNode } from './slotNode.ts';
import { SlotTree } from './SlotTree.ts';
import { SlotVectorDraft } from './SlotVectorDraft.ts';

/**
 * An immutable array of values by slot number: a 32-way tree with its last leaf kept apart. A change
 * goes through a draft and copies the few nodes on its path; everything else is shared.
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

  /** An editable copy; takes O(1) and leaves this vector as it is. */
  draft(): SlotVectorDraft<T> {
    return new SlotVectorDraft<T>(this, seal);
  }

  override freeze(): this {
    return this;
  }
}

// The draft gets the constructor handed in, so that its file need not import this one.
function seal<T>(tree: SlotTree<T>): SlotVector<T> {
  return new SlotVector<T>(tree.length, tree.shift, tree.root, tree.tail);
}
