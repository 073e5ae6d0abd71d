import { NODE_BITS, NODE_SIZE, type RowTree } from '../../../src/kernel/table/RowTree.ts';

/** All nodes of rows. */
export function nodesOf(rows: RowTree): Set<unknown> {
  const nodes = new Set<unknown>();
  const visit = (node: unknown[] | undefined, level: number) => {
    if (node === undefined) return;
    nodes.add(node);
    if (level < 0) return;
    for (let index = 0; index < NODE_SIZE; index++) {
      visit(node[index] as unknown[] | undefined, level - NODE_BITS);
    }
  };
  visit(rows.root, rows.shift);
  return nodes;
}
