import { EndpointEntry } from './EndpointEntry.ts';
import type { RowSet } from './RowSet.ts';
import type { Sources } from './Sources.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The endpoint keys whose data is made of any of the rows. */
export function keysWith(rows: RowSet, graph: ViewGraph, sources: Sources): string[] {
  if (rows.isEmpty) return [];
  // What was stored and never read is not known to contain anything.
  for (const entry of sources.entries()) entry.view();
  return [...graph.viewsOf(rows)].flatMap(({ owner }) =>
    owner instanceof EndpointEntry ? [owner.key] : [],
  );
}
