import { INVALID } from '../../data/schema/INVALID.ts';
import { pkOfQuery } from '../../data/schema/Entity.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { Inference } from '../views/Inference.ts';
import { ViewNode, type ViewOwner } from '../views/ViewNode.ts';
import { RetainedSource, type StreamContext, type Root } from './RetainedSource.ts';
import type { Rendered } from './StateObservable.ts';

/** The value of a schema and its args, read from the table; `undefined` if the table has none. */
export class QueryStream extends RetainedSource<unknown> implements ViewOwner<unknown> {
  readonly key: string;
  readonly schema: object;
  args: readonly unknown[];
  readonly node: ViewNode<unknown>;
  /** The normalized value. Parts that are equal the next time keep their reference. */
  #stored: unknown;
  /** Whether the normalized value depends on the table. */
  #isInferred: boolean;

  constructor(context: StreamContext, schema: object, key: string, args: readonly unknown[]) {
    super(context);
    this.key = key;
    this.schema = schema;
    this.args = args;
    this.#stored = pkOfQuery(schema, args);
    this.#isInferred = this.#stored === undefined;
    this.node = new ViewNode(context.commits.graph, this);
  }

  /** From now on the stream uses these args. */
  use(args: readonly unknown[]): void {
    this.args = args;
    this.#stored = pkOfQuery(this.schema, args);
    this.#isInferred = this.#stored === undefined;
  }

  produce(): unknown {
    const { schema } = this;
    const { graph } = this.context.commits;
    if (this.#isInferred) {
      const inferred = new Inference(graph).queryKey(schema, this.args);
      this.#stored = shareStructure(this.#stored, inferred);
    }
    const value = this.#stored === undefined ? undefined : graph.unvisit(schema, this.#stored);
    return value === INVALID ? undefined : value;
  }

  get root(): Root {
    return { schema: this.schema, stored: this.#stored, args: this.args };
  }

  changed(): void {
    this.context.commits.scheduleEmit(this);
  }

  read(): unknown {
    return this.node.read();
  }

  beforeEmit(): void {}

  override rendered(): Rendered<unknown> | undefined {
    return this.context.page?.query(this.schema, this.args);
  }

  forget(): void {
    this.node.dispose();
  }
}
