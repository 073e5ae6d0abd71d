import { INVALID } from '../schema/INVALID.ts';
import type { Query } from '../schema/Query.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { isStackOverflow } from '../shared/isStackOverflow.ts';
import { SB_CYCLE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { isData } from './ContainerNode.ts';
import { GraphNode } from './GraphNode.ts';
import { isTooDeep } from './tooDeep.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** What the function of a Query makes of one stored form, for readers with equal arguments. It runs again when the value it is given is another one. */
export class QueryNode extends GraphNode {
  readonly schema: Query;
  readonly stored: unknown;
  /** The arguments as a key. */
  readonly key: unknown;
  /** What the function was given last; `undefined`: nothing. */
  #input: unknown;
  /** What it threw then. */
  #thrown: { readonly error: unknown } | undefined;
  #result: unknown;

  constructor(graph: ViewGraph, schema: Query, stored: unknown, key: unknown) {
    super(graph);
    this.schema = schema;
    this.stored = stored;
    this.key = key;
  }

  compute(): unknown {
    const { graph, schema } = this;
    const { args } = graph;
    const input = graph.unvisit(schema.schema, this.stored);
    if (input === undefined || input === INVALID) {
      this.#forget();
      return input;
    }
    if (graph.early.isUnfinished(input)) throw cycle('reads a list that it is a part of');
    if (!Object.is(input, this.#input)) {
      this.#forget();
      this.#input = input;
      this.#run(input, args);
    }
    if (this.#thrown) throw this.#thrown.error;
    return this.#result;
  }

  #run(input: unknown, args: readonly unknown[]): void {
    try {
      const result: unknown = this.schema.run(input, args);
      this.#result = DEVELOPMENT && isData(result) ? Object.freeze(result) : result;
    } catch (error) {
      // With more of the stack it may go well.
      if (isStackOverflow(error) || isTooDeep(error)) {
        this.#forget();
        throw error;
      }
      this.#thrown = { error };
    }
  }

  #forget(): void {
    this.#input = undefined;
    this.#thrown = undefined;
    this.#result = undefined;
  }

  protected provisional(): unknown {
    throw cycle('needs its own result');
  }

  orphaned(): void {
    this.unlink();
    this.#forget();
    this.graph.nodes.queries.forget(this);
  }
}

function cycle(how: string): StreambedError {
  return new StreambedError(SB_CYCLE, `The function of a schema.Query ${how}.`);
}
