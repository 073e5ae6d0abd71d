import { EndpointEntry } from './EndpointEntry.ts';
import type { Doubt } from '../requests/Flights.ts';
import type { Sources } from './Sources.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';

/** The endpoint keys that a doubt is about: those of reads, those whose data is made of the rows, and all of a kind of which one may be missing. */
export function keysInDoubt(
  { keys, rows, removed }: Doubt,
  graph: ViewGraph,
  sources: Sources,
): string[] {
  const all = new Set(keys);
  if (rows.isEmpty) return [...all];
  // What was stored and never read is not known to contain anything.
  for (const entry of sources.entries()) entry.view();
  for (const { owner } of graph.viewsOf(rows, removed.kinds)) {
    if (owner instanceof EndpointEntry) all.add(owner.key);
  }
  return [...all];
}
