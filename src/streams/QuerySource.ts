import { INVALID } from '../schema/INVALID.ts';
import { pkOfQuery } from '../schema/pkOfQuery.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { Inference } from '../views/Inference.ts';
import type { Root } from './Root.ts';
import { RetainedSource, type SourceHost } from './RetainedSource.ts';
import type { ViewGraph } from '../views/ViewGraph.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';

/** The value of a schema and its args, read from the table; `undefined` if the table has none. */
export class QuerySource extends RetainedSource<unknown> implements ViewOwner<unknown> {
  readonly key: string;
  readonly schema: object;
  readonly #view: ViewNode<unknown>;
  /** The normalized value. Parts that are equal the next time keep their reference. */
  #stored: unknown;
  readonly args: readonly unknown[];
  /** Whether the normalized value depends on the table. */
  readonly #isInferred: boolean;

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
    this.args = args;
    this.#isInferred = this.#stored === undefined;
    this.#view = new ViewNode(graph, this);
  }

  produce(): unknown {
    const { schema } = this;
    const { graph } = this.#view;
    if (this.#isInferred) {
      const inferred = new Inference(graph).queryKey(schema, this.args);
      this.#stored = shareStructure(this.#stored, inferred);
    }
    const value = this.#stored === undefined ? undefined : graph.unvisit(schema, this.#stored);
    return value === INVALID ? undefined : value;
  }

  /** The normalized value that it shows. */
  get root(): Root {
    return { schema: this.schema, stored: this.#stored, args: this.args };
  }

  changed(): void {
    this.host.scheduleEmit(this);
  }

  read(): unknown {
    return this.#view.read();
  }

  beforeEmit(): void {}

  /** Drops the memoized view. The next read makes it again. */
  forget(): void {
    this.#view.dispose();
    if (this.#isInferred) this.#stored = undefined;
  }

  dispose(): void {
    this.#view.dispose();
  }
}
