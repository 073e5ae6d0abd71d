import type { EntityKeySet } from '../table/EntityKeySet.ts';
import type { TableReader } from '../table/TableReader.ts';
import { AllNode } from './AllNode.ts';
import { EntityNode } from './EntityNode.ts';
import { type GraphNode, nodesIn } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode } from './ViewNode.ts';

const NO_KEYS: ReadonlySet<string> = new Set();

/** Whether a view shows an entity that something else than time has made stale. */
export function showsExpired(view: ViewNode<unknown>, table: TableReader): boolean {
  const reached = new Set<GraphNode>([view]);
  for (const node of reached) {
    if (node instanceof EntityNode && table.meta(node.schema.key, node.stored)?.expiresAt === 0)
      return true;
    for (const dep of nodesIn(node.deps)) reached.add(dep);
  }
  return false;
}

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
