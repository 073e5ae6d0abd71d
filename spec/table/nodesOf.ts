import { NODE_BITS, NODE_SIZE, type RowVector } from '../../src/table/RowVector.ts';

/** All nodes of a vector. */
export function nodesOf(vector: RowVector): Set<unknown> {
  const nodes = new Set<unknown>();
  const visit = (node: unknown[] | undefined, level: number) => {
    if (node === undefined) return;
    nodes.add(node);
    if (level < 0) return;
    for (let index = 0; index < NODE_SIZE; index++) {
      visit(node[index] as unknown[] | undefined, level - NODE_BITS);
    }
  };
  visit(vector.root, vector.shift);
  return nodes;
}
