import { EndpointStream } from './EndpointStream.ts';
import type { Conflict } from '../requests/OverlapTracker.ts';
import type { StreamRegistry } from './StreamRegistry.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

/**
 * The endpoint keys that a conflict affects: those of its reads, those whose data contains its
 * rows, and lists of all entities of a class of which one may be missing.
 */
export function taintedKeys(
  { keys, rows, removed }: Conflict,
  graph: ViewGraph,
  sources: StreamRegistry,
): string[] {
  const all = new Set(keys);
  if (rows.isEmpty) return [...all];
  // A result has no dependencies before its first read.
  for (const entry of sources.entries()) entry.view();
  for (const { owner } of graph.viewsOf(rows, removed.kinds)) {
    if (owner instanceof EndpointStream) all.add(owner.key);
  }
  return [...all];
}
