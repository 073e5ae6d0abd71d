import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { pkOfQuery } from '../../data/schema/Entity.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { resolveSchema } from '../../data/schema/resolveSchema.ts';
import type { EntityClass, QueryDelegate } from '../../data/schema/Schema.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import { agrees, isNamed, type LookupEndpoint } from './lookups.ts';
import { ViewGraph } from './ViewGraph.ts';

/** The parts of an endpoint that decide what the cache knows of its response. */
export type InferringEndpoint = Pick<EndpointInterface, 'schema' | 'infer'> & LookupEndpoint;

/**
 * One attempt to infer data from the table. Everything that it looks up becomes a dependency of the
 * view that runs it.
 */
export class Inference implements QueryDelegate {
  /** When the first of the found entities becomes stale, ms since epoch; Infinity without any. */
  expiresAt = Infinity;
  /** When the oldest of the found entities was requested, ms since epoch; 0 without any. */
  fetchedAt = 0;
  /** False if the result may lack something. */
  complete = true;
  lacksMember = false;
  /** Whether an entity was found by its primary key or an index. */
  #hasEntity = false;
  /** Whether an entity was found by an index, which may name several. */
  #usesIndex = false;
  readonly #graph: ViewGraph;
  readonly #dependsOn: 'existence' | 'freshness';

  /**
   * `dependsOn`: whether the view has to know how fresh the entities are, or only that they exist.
   */
  constructor(graph: ViewGraph, dependsOn: 'existence' | 'freshness' = 'existence') {
    this.#graph = graph;
    this.#dependsOn = dependsOn;
  }

  /** The normalized form of the inferred data; `undefined` if the table has none. */
  queryKey(schema: unknown, args: readonly unknown[]): unknown {
    const stored = resolveSchema(schema).queryKey(args, this);
    if (stored !== undefined && isEntity(schema)) this.#hasEntity = true;
    return stored;
  }

  /**
   * The same for an endpoint; also `undefined` if an object lacks a member, or if the args name
   * another entity than that of the response. Incomplete if they may do so.
   */
  ofEndpoint(endpoint: InferringEndpoint, args: readonly unknown[]): unknown {
    const { infer, schema } = endpoint;
    const stored = infer ? endpoint.infer!(args, this) : this.queryKey(schema, args);
    if (stored === undefined || this.lacksMember) return undefined;
    if (infer || !this.#hasEntity) return stored;
    const { lookups, table } = this.#graph;
    const named = isNamed(lookups, endpoint, args, stored, (other) =>
      new Inference(new ViewGraph(table, true)).queryKey(schema, other),
    );
    if (named === false) return undefined;
    const isSure = named && (!this.#usesIndex || endpoint.lookup || lookups.get(endpoint.name));
    if (!isSure) this.complete = false;
    return stored;
  }

  hasEntity(key: string, pk: string): boolean {
    this.#graph.depend(this.#dependsOn, key, pk);
    const meta = this.#graph.table.meta(key, pk);
    if (!meta) return false;
    this.expiresAt = Math.min(this.expiresAt, meta.expiresAt);
    this.fetchedAt =
      this.fetchedAt === 0 ? meta.fetchedAt : Math.min(this.fetchedAt, meta.fetchedAt);
    return true;
  }

  getEntity(key: string, pk: string): object | undefined {
    return this.hasEntity(key, pk) ? this.#graph.table.get(key, pk) : undefined;
  }

  hasKind(key: string): boolean {
    const { table } = this.#graph;
    this.#graph.depend('existence', key, '');
    return table.hasAll(key) || table.hasRows(key);
  }

  findPk(key: string, field: string, value: unknown): string | undefined {
    this.#graph.depend('freshness', key, '');
    this.#usesIndex = true;
    const [pk] = this.#graph.table.find(key, field, value);
    if (pk !== undefined) this.hasEntity(key, pk);
    return pk;
  }

  markIncomplete(): void {
    this.complete = false;
  }
}

/**
 * Compares a response with what its args had found, and remembers for the endpoint whether they
 * name its entity. Returns true, and warns, if it has just turned out that they do not.
 */
export function learn(
  graph: ViewGraph,
  endpoint: InferringEndpoint,
  args: readonly unknown[],
  result: unknown,
): boolean {
  const { infer, name, schema } = endpoint;
  const { lookups, table } = graph;
  if (infer || schema === undefined || schema === null || lookups.get(name) === false) return false;
  let isRight: boolean | undefined;
  try {
    const pk = pkOfQuery(schema, args);
    if (pk === undefined) {
      const found = new Inference(new ViewGraph(table, true)).ofEndpoint(endpoint, args);
      isRight = agrees(schema, found, result);
    } else if (
      // The cast holds: `pkOfQuery` returns a primary key for entities only.
      table.get((schema as EntityClass).key, pk) &&
      isNamed(lookups, endpoint, args, pk) !== false
    ) {
      isRight = agrees(schema, pk, result);
    }
  } catch {
    // Readers of the key get the error.
  }
  if (isRight !== undefined) lookups.set(name, isRight);
  if (DEVELOPMENT && isRight === false) {
    const what = `${labelOf(endpoint)}: its arguments name another entity than that of its response.`;
    warnOnce('SB_LOOKUP_WRONG', what);
  }
  return isRight === false;
}
