import { EndpointEntry } from './EndpointEntry.ts';
import type { Doubt } from '../requests/Flights.ts';
import type { Sources } from './Sources.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

/**
 * The endpoint keys that a conflict affects: those of its reads, those whose data contains its
 * rows, and lists of all entities of a class of which one may be missing.
 */
export function keysInDoubt(
  { keys, rows, removed }: Doubt,
  graph: ViewGraph,
  sources: Sources,
): string[] {
  const all = new Set(keys);
  if (rows.isEmpty) return [...all];
  // A result has no dependencies before its first read.
  for (const entry of sources.entries()) entry.view();
  for (const { owner } of graph.viewsOf(rows, removed.kinds)) {
    if (owner instanceof EndpointEntry) all.add(owner.key);
  }
  return [...all];
}
