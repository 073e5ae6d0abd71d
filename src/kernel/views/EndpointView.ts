import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import { INVALID } from '../../data/schema/INVALID.ts';
import { isOwn } from '../../data/schema/isOwn.ts';
import { pkOfQuery } from '../../data/schema/Entity.ts';
import { asError } from '../../shared/asError.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';
import type { TableReader } from '../table/TableReader.ts';
import { completed, Inference } from './Inference.ts';
import { isNamed, lacksEntity } from './lookups.ts';
import { ViewGraph } from './ViewGraph.ts';
import type { ViewNode } from './ViewNode.ts';
import { showsExpired } from './viewsOf.ts';

/** The data of a key and its origin. */
export interface EndpointView {
  /**
   * `response`: that of the key; `inferred`: entities that other responses brought; `none`:
   * no data.
   */
  readonly source: 'response' | 'inferred' | 'none';
  readonly data: unknown;
  /** The normalized form of the data. */
  readonly stored: unknown;
  /** How fresh inferred data is. */
  readonly freshness: Freshness;
  /** The error that user code threw during the read. */
  readonly failure: Error | undefined;
  /** The args that name `stored`, if it is a primary key. */
  readonly args: readonly unknown[] | undefined;
}

/**
 * When the oldest entity was requested, and when the first one becomes stale, ms since epoch. The
 * meta of a row fits this type, so it is not copied: a copy for each view costs memory.
 */
interface Freshness {
  readonly fetchedAt: number;
  readonly expiresAt: number;
  /** The seq of the oldest entity; 0 if it is not known. */
  readonly seq: number;
  /** False if the data may lack something. */
  readonly complete?: boolean;
}

const NEVER: Freshness = { fetchedAt: 0, expiresAt: 0, seq: 0, complete: false };

const NOTHING: EndpointView = {
  source: 'none',
  data: undefined,
  stored: undefined,
  freshness: NEVER,
  failure: undefined,
  args: undefined,
};

/** Whether a view shows the result of a row that has not failed; `undefined`: no view was made. */
export function isOfResult(view: EndpointView | undefined, row: ResultRecord): boolean {
  const { error, hasResult, result } = row;
  return view?.source === 'response' && hasResult && view.stored === result && !error;
}

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
    if (row.hasResult) {
      const isWhole = !lacksEntity(schema, row.result);
      const stored = isWhole ? row.result : completed(graph, endpoint, args, row);
      if (previous && previous.stored !== stored) graph.succeed(previous.stored, stored);
      const freshness = row.error ? freshnessOf(graph, endpoint, args) : NEVER;
      return viewOf(graph, schema, 'response', stored, freshness);
    }
    if (row.invalidatedSeq > 0 || schema === undefined || schema === null) return NOTHING;
    return inferredView(graph, endpoint, args, previous);
  } catch (error) {
    return { ...NOTHING, failure: asError(error) };
  }
}

/** The result of a key in the confirmed state, with the entities that its view shows in place of `null`. */
export function wholeResult(
  {
    graph,
    latest,
  }: { readonly graph: ViewGraph; readonly latest: { readonly confirmed: TableReader } },
  endpoint: EndpointInterface,
  args: readonly unknown[],
  row: ResultRecord,
): unknown {
  if (!lacksEntity(endpoint.schema, row.result)) return row.result;
  return completed(new ViewGraph(latest.confirmed, true, graph.lookups), endpoint, args, row);
}

/**
 * Whether something else than its age has made the data of a key stale: an entity in it. Results of
 * this store were expired together with the entity.
 */
export function isTainted(
  { freshness, source }: EndpointView,
  row: ResultRecord,
  node: ViewNode<EndpointView>,
  table: TableReader,
): boolean {
  const mayBeValid = source === 'response' ? !isOwn(row) : freshness.complete !== false;
  return mayBeValid && table.lineage.hasExpired && showsExpired(node, table);
}

/** How fresh the data of a response is that a refetch has failed to bring again. */
function freshnessOf(
  graph: ViewGraph,
  endpoint: EndpointInterface,
  args: readonly unknown[],
): Freshness {
  const inference = new Inference(graph, 'freshness');
  return inference.ofEndpoint(endpoint, args) === undefined ? NEVER : inference;
}

/** Whether a key has data in another table, its own or inferred. Memoizes nothing. */
export function hasDataIn(
  table: TableReader,
  { lookups }: ViewGraph,
  row: ResultRecord,
  { endpoint, args }: { endpoint: EndpointInterface; args: readonly unknown[] },
): boolean {
  const graph = new ViewGraph(table, false, lookups);
  const read = (): EndpointView => endpointView(graph, row, endpoint, args, undefined);
  return graph.readOnce(args, read).data !== undefined;
}

function inferredView(
  graph: ViewGraph,
  endpoint: EndpointInterface,
  args: readonly unknown[],
  previous: EndpointView | undefined,
): EndpointView {
  const { schema } = endpoint;
  // The cast holds: only a primary key has args.
  const known = previous?.args === args ? (previous.stored as string) : undefined;
  const pk = known ?? (endpoint.infer ? undefined : pkOfQuery(schema, args));
  if (pk !== undefined) {
    const { lookups } = graph;
    const isSure = known ? lookups.get(endpoint.name) : isNamed(lookups, endpoint, args, pk);
    if (isSure === false) return NOTHING;
    // The cast holds: `pkOfQuery` returns a primary key for entities only.
    const nodes = graph.nodesOf(schema as EntityClass);
    // The view depends on the entity anyway, and becomes dirty with it.
    if (nodes.readsArgs) graph.depend('freshness', nodes.key, pk);
    else nodes.showsMeta = true;
    const meta = graph.table.meta(nodes.key, pk) ?? NEVER;
    if (known ?? isSure) return viewOf(graph, schema, 'inferred', pk, meta, args);
    return viewOf(graph, schema, 'inferred', pk, { ...meta, complete: false });
  }
  const inference = new Inference(graph, 'freshness');
  const stored = shareStructure(previous?.stored, inference.ofEndpoint(endpoint, args));
  return stored === undefined ? NOTHING : viewOf(graph, schema, 'inferred', stored, inference);
}

function viewOf(
  graph: ViewGraph,
  schema: unknown,
  source: EndpointView['source'],
  stored: unknown,
  freshness: Freshness,
  args?: readonly unknown[],
): EndpointView {
  const data = graph.unvisit(schema, stored);
  const isGone = data === INVALID || (data === undefined && stored !== undefined);
  return isGone ? NOTHING : { source, data, stored, freshness, failure: undefined, args };
}
