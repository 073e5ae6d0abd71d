import type { Memo, SchemaMethods } from '../../data/schema/Schema.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { isData } from '../../shared/isPlainObject.ts';
import { sameMembers } from '../../shared/sameMembers.ts';
import { type Graph, GraphNode } from './GraphNode.ts';

/**
 * What a schema makes of one stored form: of an object, or, with a memo, of anything. Stored
 * objects are immutable, so the object is the identity of the node.
 */
export class StoredNode extends GraphNode {
  /** What the schema provides to compute the value. */
  readonly memo: Memo | undefined;

  constructor(graph: Graph, schema: object, stored: unknown, args?: Args, memo?: Memo) {
    super(graph, schema, stored, args);
    this.memo = memo;
  }

  compute(previous: unknown): unknown {
    const { graph, memo, stored } = this;
    if (memo) return memo.make(graph);
    const value = (this.schema as SchemaMethods).denormalize(stored, graph);
    if (sameMembers(previous, value)) return previous;
    // Freeze only what the schema made, not a stored object that it returned as is.
    return value !== stored && isData(value) ? graph.seal(value) : value;
  }

  override begin(): unknown {
    return this.memo ? this.memo.provisional() : super.begin();
  }
}
