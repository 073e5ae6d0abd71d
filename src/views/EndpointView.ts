import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { INVALID } from '../schema/INVALID.ts';
import { pkOfQuery } from '../schema/Entity.ts';
import { asError } from '../shared/asError.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';
import { Inference } from './Inference.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** The data of a key and its origin. Times are ms since epoch. */
export interface EndpointView {
  /**
   * `answer`: the response of the key; `inferred`: entities that other responses brought; `none`:
   * no data.
   */
  readonly source: 'answer' | 'inferred' | 'none';
  readonly data: unknown;
  /** The normalized form of inferred data. */
  readonly stored: unknown;
  /** False if inferred data may lack something. */
  readonly complete: boolean;
  /**
   * For inferred data: when its oldest entity was requested, and when the first one becomes stale.
   */
  readonly freshness: Freshness;
  /** The error that user code threw during the read. */
  readonly failure: Error | undefined;
  /** The normalized response. */
  readonly result?: unknown;
  /** What `stored` was computed from, if it is a primary key that the args name. */
  readonly entity?: EntityClass;
  readonly args?: readonly unknown[];
}

/** The meta of a row fits this type, so it is not copied: a copy for each view costs memory. */
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
 * Reads the data of a key: its own response, else what can be inferred from the table. After an
 * invalidation, nothing is inferred. `previous` is the view of the last read: equal data keeps its
 * reference.
 */
export function endpointView(
  graph: ViewGraph,
  row: ResultRecord,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  const { schema } = endpoint;
  try {
    if (row.hasResult) return answerView(graph, row, schema, previous);
    if (row.invalidatedSeq > 0 || schema === undefined || schema === null) return NOTHING;
    return inferredView(graph, endpoint, args, previous);
  } catch (error) {
    return { ...NOTHING, failure: asError(error) };
  }
}

function answerView(
  graph: ViewGraph,
  { result }: ResultRecord,
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
  const isKnown = previous?.entity === schema && previous?.args === args;
  // The casts hold: `pkOfQuery` returns a primary key for entities only.
  const known = isKnown ? (previous.stored as string) : undefined;
  const pk = known ?? (endpoint.infer ? undefined : pkOfQuery(schema, args));
  if (pk !== undefined) return entityView(graph, schema as EntityClass, pk, args);
  const inference = new Inference(graph, 'freshness');
  const stored = shareStructure(previous?.stored, inference.ofEndpoint(endpoint, args));
  const data = graph.unvisit(schema, stored);
  if (data === undefined || data === INVALID) return NOTHING;
  const { complete } = inference;
  return { ...NOTHING, source: 'inferred', data, stored, complete, freshness: inference };
}

/** The short path for most inferences: one entity by its primary key. */
function entityView(
  graph: ViewGraph,
  entity: EntityClass,
  pk: string,
  args: readonly unknown[],
): EndpointView {
  graph.nodes.depend('freshness', entity.key, pk);
  const freshness = graph.table.meta(entity.key, pk);
  if (!freshness) return NOTHING;
  const data = graph.unvisit(entity, pk);
  if (data === undefined || data === INVALID) return NOTHING;
  return {
    ...NOTHING,
    source: 'inferred',
    data,
    stored: pk,
    complete: true,
    freshness,
    entity,
    args,
  };
}
