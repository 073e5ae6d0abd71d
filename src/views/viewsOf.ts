import type { GraphNode } from './GraphNode.ts';
import type { GraphNodes } from './GraphNodes.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import { ViewNode } from './ViewNode.ts';

/** The views that depended on any of the rows, or on all rows of the keys, at their last read. */
export function viewsOf(
  nodes: GraphNodes,
  rows: EntityKeySet,
  kinds: ReadonlySet<string>,
): Set<ViewNode<unknown>> {
  const views = new Set<ViewNode<unknown>>();
  const reached = new Set<GraphNode>();
  rows.forEach((key, pk) => {
    for (const ofClass of nodes.ofKind(key) ?? []) {
      const node = ofClass.get(pk);
      if (node) reached.add(node);
    }
  });
  for (const all of nodes.alls) {
    if ([...all.kinds].some((key) => kinds.has(key))) reached.add(all);
  }
  for (const node of reached) {
    if (node instanceof ViewNode) views.add(node);
    node.forEachParent((parent) => reached.add(parent));
  }
  return views;
}
