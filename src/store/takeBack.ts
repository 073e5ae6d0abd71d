import { INVALID } from '../schema/INVALID.ts';
import type { GraphNode } from './GraphNode.ts';

/**
 * Marks what was made of the object that a node gave to readers within its own computation, because it turns out that the node has no
 * value. Gives the nodes that have to be made again; all of them were made during that computation, for whatever depends on a node
 * that is being made was dirty before.
 */
export function takeBack(start: GraphNode): GraphNode[] {
  const marked: GraphNode[] = [];
  const reached: GraphNode[] = [start];
  for (let node = reached.pop(); node; node = reached.pop()) {
    const changed = node;
    node.forEachParent((parent) => {
      if (parent.state === 'computing' || parent.failure || parent.value === INVALID) return;
      parent.depChanged(changed);
      if (parent.state === 'dirty') return;
      parent.state = 'dirty';
      marked.push(parent);
      reached.push(parent);
    });
  }
  return marked;
}
