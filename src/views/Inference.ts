import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { QueryDelegate } from '../schema/Schema.ts';
import type { ViewGraph } from './ViewGraph.ts';

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
    return resolveSchema(schema).queryKey(args, this);
  }

  /** The same for an endpoint; also `undefined` if an object lacks a member. */
  ofEndpoint(
    endpoint: Pick<EndpointInterface, 'schema' | 'infer'>,
    args: readonly unknown[],
  ): unknown {
    const stored = endpoint.infer
      ? endpoint.infer(args, this)
      : this.queryKey(endpoint.schema, args);
    return this.lacksMember ? undefined : stored;
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
    const [pk] = this.#graph.table.find(key, field, value);
    if (pk !== undefined) this.hasEntity(key, pk);
    return pk;
  }

  markIncomplete(): void {
    this.complete = false;
  }
}
