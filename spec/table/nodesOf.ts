import { NODE_BITS, NODE_SIZE } from '../../src/table/slotNode.ts';
import type { SlotTree } from '../../src/table/SlotTree.ts';

/** All nodes of a tree, the last leaf included. */
export function nodesOf<T>(tree: SlotTree<T>): Set<unknown> {
  const nodes = new Set<unknown>([tree.tail]);
  const visit = (node: unknown[] | undefined, level: number) => {
    if (node === undefined) return;
    nodes.add(node);
    if (level === 0) return;
    for (let place = 0; place < NODE_SIZE; place++) {
      visit(node[place] as unknown[] | undefined, level - NODE_BITS);
    }
  };
  visit(tree.root, tree.shift);
  return nodes;
}
