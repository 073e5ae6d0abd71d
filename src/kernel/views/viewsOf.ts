import type { EntityKeySet } from '../table/EntityKeySet.ts';
import { AllNode } from './AllNode.ts';
import { type GraphNode, nodesIn } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode } from './ViewNode.ts';

const NO_KEYS: ReadonlySet<string> = new Set();

/** The views that depended on any of the rows or on all rows of the keys at their last read. */
export function viewsOf(
  graph: ViewGraph,
  rows: EntityKeySet,
  kinds: ReadonlySet<string> = NO_KEYS,
): Set<ViewNode<unknown>> {
  const reached = new Set<GraphNode>();
  rows.forEach((key, pk) => {
    for (const node of graph.entityNodes(key, pk)) reached.add(node);
  });
  for (const list of graph.followers) {
    if (list instanceof AllNode && [...list.kinds].some((key) => kinds.has(key))) {
      reached.add(list);
    }
  }
  const views = new Set<ViewNode<unknown>>();
  for (const node of reached) {
    if (node instanceof ViewNode) views.add(node);
    for (const parent of nodesIn(node.parents)) reached.add(parent);
  }
  return views;
}
