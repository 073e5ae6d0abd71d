import type { EntityClass } from '../schema/EntityClass.ts';
import { INVALID } from '../schema/INVALID.ts';
import { pkOfQuery } from '../schema/pkOfQuery.ts';
import { asError } from '../shared/asError.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { AnswerRow } from './AnswerRow.ts';
import { Inference } from './Inference.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** What can be shown for a key, and where it comes from. Times are ms since epoch. */
export interface EndpointView {
  /** `answer`: of its own; `inferred`: from entities of other answers; `none`: nothing to show. */
  readonly source: 'answer' | 'inferred' | 'none';
  readonly data: unknown;
  /** Stored form of inferred data. */
  readonly stored: unknown;
  /** False if inferred data may lack something. */
  readonly complete: boolean;
  /** For inferred data: when the first of its entities was asked for, and becomes stale. */
  readonly fetchedAt: number;
  readonly expiresAt: number;
  /** What user code threw while the data was read. */
  readonly failure: Error | undefined;
}

const NOTHING: EndpointView = {
  source: 'none',
  data: undefined,
  stored: undefined,
  complete: false,
  fetchedAt: 0,
  expiresAt: 0,
  failure: undefined,
};

/**
 * Reads what a key shows: its own answer, else what the table can tell. After an invalidation only an answer counts. `previous` is what
 * was read the last time: what is equal keeps its reference.
 */
export function endpointView(
  graph: ViewGraph,
  row: AnswerRow,
  schema: unknown,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  try {
    if (row.answered) return answerView(graph, row, schema);
    if (row.invalidatedSeq > 0 || schema === undefined || schema === null) return NOTHING;
    return inferredView(graph, schema, args, previous);
  } catch (error) {
    return { ...NOTHING, failure: asError(error) };
  }
}

function answerView(graph: ViewGraph, row: AnswerRow, schema: unknown): EndpointView {
  const data = graph.unvisit(schema, row.result);
  const isGone = data === INVALID || (data === undefined && row.result !== undefined);
  return isGone ? NOTHING : { ...NOTHING, source: 'answer', data };
}

function inferredView(
  graph: ViewGraph,
  schema: unknown,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  const pk = pkOfQuery(schema, args);
  // The cast holds: only entities are looked up by primary key.
  if (pk !== undefined) return entityView(graph, schema as EntityClass, pk);
  const inference = new Inference(graph, 'freshness');
  const stored = shareStructure(previous?.stored, inference.queryKey(schema, args));
  const data = stored === undefined ? undefined : graph.unvisit(schema, stored);
  if (data === undefined || data === INVALID) return NOTHING;
  const { complete, fetchedAt, expiresAt } = inference;
  return { source: 'inferred', data, stored, complete, fetchedAt, expiresAt, failure: undefined };
}

/** Most inferences: the rows of a list, each read by its own endpoint. */
function entityView(graph: ViewGraph, entity: EntityClass, pk: string): EndpointView {
  graph.facts.watchFreshness(entity.key, pk);
  const stamp = graph.table.stamp(entity.key, pk);
  const data = stamp && graph.nodes.entity(entity, pk).read();
  if (data === undefined || data === INVALID) return NOTHING;
  const { fetchedAt, expiresAt } = stamp!;
  const failure = undefined;
  return { source: 'inferred', data, stored: pk, complete: true, fetchedAt, expiresAt, failure };
}
