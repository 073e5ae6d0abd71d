import { INVALID } from '../schema/INVALID.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { Inference } from './Inference.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode } from './ViewNode.ts';

/** Reads a schema from the table: `undefined` if the table cannot answer. */
export function readQuery(graph: ViewGraph, schema: unknown, args: readonly unknown[]): unknown {
  return readStored(graph, schema, new Inference(graph, 'existence').queryKey(schema, args));
}

function readStored(graph: ViewGraph, schema: unknown, stored: unknown): unknown {
  if (stored === undefined) return undefined;
  const value = graph.unvisit(schema, stored);
  return value === INVALID ? undefined : value;
}

/** A schema and its arguments, read from the table. */
export class QuerySource extends RetainedSource<unknown> {
  readonly key: string;
  readonly schema: object;
  readonly #view: ViewNode<unknown>;
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
    this.#view = new ViewNode(
      graph,
      () => {
        this.#stored = shareStructure(
          this.#stored,
          new Inference(graph, 'existence').queryKey(schema, args),
        );
        return readStored(graph, schema, this.#stored);
      },
      () => host.touch(this),
    );
  }

  read(): unknown {
    return this.#view.read();
  }

  settle(): void {}

  dispose(): void {
    this.#view.dispose();
  }
}
