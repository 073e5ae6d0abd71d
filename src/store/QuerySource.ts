import { Entity } from '../schema/Entity.ts';
import { INVALID } from '../schema/INVALID.ts';
import { isEntity } from '../schema/isEntity.ts';
import { pkOfArgument } from '../schema/pkOfArgument.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { Inference } from './Inference.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from './ViewGraph.ts';
import { ViewNode, type ViewOwner } from './ViewNode.ts';

/** A schema and its arguments, read from the table: `undefined` if the table cannot answer. */
export class QuerySource extends RetainedSource<unknown> implements ViewOwner<unknown> {
  readonly key: string;
  readonly schema: object;
  readonly #view: ViewNode<unknown>;
  /** Stored form of the value: what is equal the next time keeps its reference. */
  #stored: unknown;
  /** The arguments, where the stored form depends on the table. */
  readonly #inferFrom: readonly unknown[] | undefined;

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
    this.#stored = pkOfQuery(schema, args);
    this.#inferFrom = this.#stored === undefined ? args : undefined;
    this.#view = new ViewNode(graph, this);
  }

  produce(): unknown {
    const { schema } = this;
    const { graph } = this.#view;
    if (this.#inferFrom) {
      const inferred = new Inference(graph, 'existence').queryKey(schema, this.#inferFrom);
      this.#stored = shareStructure(this.#stored, inferred);
    }
    const value = this.#stored === undefined ? undefined : graph.unvisit(schema, this.#stored);
    return value === INVALID ? undefined : value;
  }

  dirtied(): void {
    this.host.touch(this);
  }

  read(): unknown {
    return this.#view.read();
  }

  settle(): void {}

  dispose(): void {
    this.#view.dispose();
  }
}

/** The primary key of a query for an entity, where nothing in the table can make it another one. */
function pkOfQuery(schema: object, args: readonly unknown[]): string | undefined {
  if (!isEntity(schema) || schema.queryKey !== Entity.queryKey) return undefined;
  const [asked] = args;
  const mayUseIndex = typeof asked === 'object' && schema.indexes.length > 0;
  return mayUseIndex ? undefined : pkOfArgument(schema, asked, args);
}
