import { isData } from '../shared/isPlainObject.ts';
import type { SchemaMethods } from '../schema/Schema.ts';
import { GraphNode } from './GraphNode.ts';
import { sameMembers } from './sameMembers.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * The value of one stored object that has a schema. Stored objects are immutable, so the object is
 * the identity of the node.
 */
export class ContainerNode extends GraphNode {
  readonly schema: SchemaMethods;
  readonly stored: object;

  constructor(
    graph: ViewGraph,
    schema: SchemaMethods,
    stored: object,
    args: readonly unknown[] | undefined,
  ) {
    super(graph, args);
    this.schema = schema;
    this.stored = stored;
  }

  compute(): unknown {
    const value = this.schema.denormalize(this.stored, this.graph);
    if (sameMembers(this.value, value)) return this.value;
    // Freeze only what the schema made, not a stored object that it returned as is.
    return value !== this.stored && isData(value) ? this.graph.seal(value) : value;
  }

  override isLike(before: unknown): boolean {
    return sameMembers(before, this.value);
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forgetContainer(this);
  }
}
