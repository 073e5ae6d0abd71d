import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { INVALID } from '../schema/INVALID.ts';
import { pkOfQuery } from '../schema/pkOfQuery.ts';
import { asError } from '../shared/asError.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import type { EntityNode } from './EntityNode.ts';
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
  readonly freshness: Freshness;
  /** What user code threw while the data was read. */
  readonly failure: Error | undefined;
  /** Stored form of the answer. */
  readonly result?: unknown;
  /** The arguments that name an entity by its primary key, and what was read for them. */
  readonly args?: readonly unknown[];
  readonly node?: EntityNode;
}

/** Stamps are such; to copy their times takes memory for each. */
interface Freshness {
  readonly fetchedAt: number;
  readonly expiresAt: number;
}

const NOTHING: EndpointView = {
  source: 'none',
  data: undefined,
  stored: undefined,
  complete: false,
  freshness: { fetchedAt: 0, expiresAt: 0 },
  failure: undefined,
};

/**
 * Reads what a key shows: its own answer, else what the table can tell. After an invalidation only an answer counts. `previous` is what
 * was read the last time: what is equal keeps its reference.
 */
export function endpointView(
  graph: ViewGraph,
  row: AnswerRow,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  const { schema } = endpoint;
  try {
    if (row.answered) return answerView(graph, row, schema, previous);
    if (row.invalidatedSeq > 0 || schema === undefined || schema === null) return NOTHING;
    return inferredView(graph, endpoint, args, previous);
  } catch (error) {
    return { ...NOTHING, failure: asError(error) };
  }
}

function answerView(
  graph: ViewGraph,
  { result }: AnswerRow,
  schema: unknown,
  previous: EndpointView | undefined,
): EndpointView {
  graph.nodes.succeed(previous?.result, result);
  const data = graph.unvisit(schema, result);
  const isGone = data === INVALID || (data === undefined && result !== undefined);
  return isGone ? NOTHING : { ...NOTHING, source: 'answer', data, result };
}

function inferredView(
  graph: ViewGraph,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  const { schema } = endpoint;
  const known = nodeOf(previous, schema, args);
  const pk = known ? known.pk : endpoint.infer ? undefined : pkOfQuery(schema, args);
  // The cast holds: only entities are looked up by primary key.
  if (pk !== undefined) return entityView(graph, schema as EntityClass, pk, args, known);
  const inference = new Inference(graph, 'freshness');
  const found = endpoint.infer ? endpoint.infer(args, inference) : inference.queryKey(schema, args);
  const stored = shareStructure(previous?.stored, found);
  const isKnown = stored !== undefined && !inference.lacksMember;
  const data = isKnown ? graph.unvisit(schema, stored) : undefined;
  if (data === undefined || data === INVALID) return NOTHING;
  const { complete } = inference;
  return { ...NOTHING, source: 'inferred', data, stored, complete, freshness: inference };
}

/** What was read the last time, if it is to be read again. A node that a view is made of stays the one for its reader. */
function nodeOf(
  previous: EndpointView | undefined,
  schema: unknown,
  args: readonly unknown[],
): EntityNode | undefined {
  const node = previous?.args === args ? previous.node : undefined;
  return node?.entity === schema && node?.argsUse === undefined ? node : undefined;
}

/** Most inferences: the rows of a list, each read by its own endpoint. */
function entityView(
  graph: ViewGraph,
  entity: EntityClass,
  pk: string,
  args: readonly unknown[],
  known: EntityNode | undefined,
): EndpointView {
  graph.facts.watchFreshness(entity.key, pk);
  const freshness = graph.table.stamp(entity.key, pk);
  if (!freshness) return NOTHING;
  const node = known ?? graph.nodes.entity(entity, pk);
  const data = node.read();
  if (data === undefined || data === INVALID) return NOTHING;
  const source = 'inferred';
  return { source, data, stored: pk, complete: true, freshness, failure: undefined, args, node };
}
