import { isEntity } from '../schema/isEntity.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import type { QueryDelegate } from '../schema/Schema.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** One attempt to answer from the table. Everything it looks at is a dependency of the view that asks. */
export class Inference implements QueryDelegate {
  /** When the first of the entities it found becomes stale, ms since epoch; Infinity without any. */
  expiresAt = Infinity;
  /** When the oldest of the entities it found was asked for, ms since epoch; 0 without any. */
  fetchedAt = 0;
  /** False if the answer may lack something. */
  complete = true;
  lacksMember = false;
  readonly #graph: ViewGraph;
  readonly #minds: 'freshness' | 'existence';

  /** `minds`: whether it matters how fresh the entities are. */
  constructor(graph: ViewGraph, minds: 'freshness' | 'existence') {
    this.#graph = graph;
    this.#minds = minds;
  }

  /** Stored form of the answer, or `undefined` if the table cannot tell. */
  queryKey(schema: unknown, args: readonly unknown[]): unknown {
    if (isEntity(schema)) return schema.queryKey(args, this);
    if (typeof schema !== 'object' || schema === null) return undefined;
    return resolveSchema(schema).queryKey(args, this);
  }

  hasEntity(kind: string, pk: string): boolean {
    if (this.#minds === 'freshness') this.#graph.facts.watchFreshness(kind, pk);
    else this.#graph.facts.watchExistence(kind, pk);
    const stamp = this.#graph.table.stamp(kind, pk);
    if (!stamp) return false;
    this.expiresAt = Math.min(this.expiresAt, stamp.expiresAt);
    this.fetchedAt =
      this.fetchedAt === 0 ? stamp.fetchedAt : Math.min(this.fetchedAt, stamp.fetchedAt);
    return true;
  }

  getEntity(kind: string, pk: string): object | undefined {
    return this.hasEntity(kind, pk) ? this.#graph.table.get(kind, pk) : undefined;
  }

  hasKind(kind: string): boolean {
    this.#graph.facts.watchPresence(kind);
    return this.#graph.hasKind(kind);
  }

  findPk(kind: string, field: string, value: unknown): string | undefined {
    this.#graph.facts.watchContent(kind);
    const [pk] = this.#graph.table.find(kind, field, value);
    if (pk !== undefined) this.hasEntity(kind, pk);
    return pk;
  }

  markIncomplete(): void {
    this.complete = false;
  }
}
