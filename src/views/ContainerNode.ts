import { isData } from '../shared/isData.ts';
import { SB_CYCLE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import type { SchemaMethods } from '../schema/Schema.ts';
import { GraphNode } from './GraphNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * The value of one stored object that has a schema. Stored objects are immutable, so the object is
 * the identity of the node.
 */
export class ContainerNode extends GraphNode {
  readonly schema: SchemaMethods;
  readonly stored: object;

  constructor(graph: ViewGraph, schema: SchemaMethods, stored: object) {
    super(graph);
    this.schema = schema;
    this.stored = stored;
  }

  compute(): unknown {
    const value = this.schema.denormalize(this.stored, this.graph);
    if (sameMembers(this.value, value)) return this.value;
    // Freeze only what the schema made, not a stored object that it returned as is.
    if (DEVELOPMENT && value !== this.stored && isData(value)) Object.freeze(value);
    return value;
  }

  protected provisional(): unknown {
    throw new StreambedError(SB_CYCLE, 'A schema object that is not an entity contains itself.');
  }

  orphaned(): void {
    this.unlink();
    this.graph.nodes.forgetContainer(this.stored, this);
  }
}

/** Whether both are arrays or both are objects, with identical members. */
export function sameMembers(a: unknown, b: unknown): boolean {
  if (!isData(a) || !isData(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(b);
  if (Object.keys(a).length !== names.length) return false;
  const [before, after] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  return names.every((name) => Object.hasOwn(before, name) && Object.is(before[name], after[name]));
}
