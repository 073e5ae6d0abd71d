import { INVALID } from '../schema/INVALID.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { Inference } from './Inference.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode } from './ViewNode.ts';

/** A schema and its arguments, read from the table: `undefined` if the table cannot answer. */
export class QuerySource extends RetainedSource<unknown> {
  readonly key: string;
  readonly schema: object;
  readonly #view: ViewNode<unknown>;
  readonly #args: readonly unknown[];
  /** Stored form of the value: what is equal the next time keeps its reference. */
  #stored: unknown;

  constructor(
    host: SourceHost,
    graph: ViewGraph,
    schema: object,
    key: string,
    args: readonly unknown[],
  ) {
    super(host);
    this.key = key;
    this.schema = schema;
    this.#args = args;
    this.#view = new ViewNode(
      graph,
      () => this.#readFrom(graph),
      () => host.touch(this),
    );
  }

  #readFrom(graph: ViewGraph): unknown {
    const { schema } = this;
    const inferred = new Inference(graph, 'existence').queryKey(schema, this.#args);
    const stored = (this.#stored = shareStructure(this.#stored, inferred));
    const value = stored === undefined ? undefined : graph.unvisit(schema, stored);
    return value === INVALID ? undefined : value;
  }

  read(): unknown {
    return this.#view.read();
  }

  settle(): void {}

  dispose(): void {
    this.#view.dispose();
  }
}
