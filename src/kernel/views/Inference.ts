import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import { pkOfQuery } from '../../data/schema/Entity.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { resolveSchema } from '../../data/schema/resolveSchema.ts';
import type { EntityClass, QueryDelegate } from '../../data/schema/Schema.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { warnOnce } from '../../shared/warnOnce.ts';
import { agrees, filled, isNamed, type LookupEndpoint } from './lookups.ts';
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
  #seq = Infinity;
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
    if (stored === undefined || isPlainObject(stored)) return stored;
    let seq = 0;
    if (isEntity(schema)) {
      this.#hasEntity = true;
      // The casts hold: an entity that is found has a row, and its stored form is its primary key.
      ({ seq } = this.#graph.table.meta(schema.key, stored as string)!);
    }
    this.#seq = Math.min(this.#seq, seq);
    return stored;
  }

  /** The seq of the oldest of the found entities; 0 without any, or with a list: that has several. */
  get seq(): number {
    return this.#hasEntity ? this.#seq : 0;
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
    const find = (inference: Inference, other: Args): unknown => inference.queryKey(schema, other);
    const named = this.isNamed(endpoint, args, stored, find);
    if (named === false) return undefined;
    if (!named) this.complete = false;
    return stored;
  }

  /**
   * Whether args name what was `found` with them; `undefined` if that is not known. `find`: what other
   * args find.
   */
  isNamed(
    endpoint: LookupEndpoint,
    args: Args,
    found: unknown,
    find: (inference: Inference, other: Args) => unknown,
  ): boolean | undefined {
    const { lookups, table } = this.#graph;
    const named = isNamed(lookups, endpoint, args, found, (other) =>
      find(new Inference(new ViewGraph(table, true)), other),
    );
    return named && this.#usesIndex ? (endpoint.lookup ?? lookups.get(endpoint.name)) : named;
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
    return this.hasEntity(key, pk) ? this.#graph.getEntity(key, pk) : undefined;
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
 * A result in normalized form that lacks an entity, with it, if the args of the endpoint name it and
 * the table has it since.
 */
export function completed(
  graph: ViewGraph,
  endpoint: InferringEndpoint,
  args: Args,
  { result, seq }: { readonly result: unknown; readonly seq: number },
): unknown {
  const { infer, schema } = endpoint;
  const find = (from: Inference, known: Args): unknown =>
    filled(schema, result, (member) => from.queryKey(member, known));
  try {
    const inference = new Inference(graph, 'freshness');
    const stored = find(inference, args);
    if (infer || inference.seq <= seq) return result;
    return inference.isNamed(endpoint, args, stored, find) ? stored : result;
  } catch {
    // Code of the program threw: it found nothing.
    return result;
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
