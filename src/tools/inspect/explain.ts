import { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import { QueryStream } from '../../kernel/streams/QueryStream.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { EndpointView } from '../../kernel/views/EndpointView.ts';
import { EntityNode } from '../../kernel/views/EntityNode.ts';
import { type GraphNode, nodesIn } from '../../kernel/views/GraphNode.ts';
import { ViewNode } from '../../kernel/views/ViewNode.ts';
import type { ContainerReport, EntityReport } from './reports.ts';

/** An explanation lists at most so many entities. */
const MAX_ROWS = 1_000;

/** Where a value comes from. */
export interface Explanation {
  /** `data`: the whole data of a key or a query. */
  readonly type: 'entity' | 'list' | 'object' | 'data';
  /** The entities that it was made of, itself first; at most 1,000. */
  readonly rows: readonly EntityReport[];
  /** How many entities it was made of. */
  readonly rowCount: number;
  /** The keys whose data contains it. */
  readonly keys: readonly string[];
  /** The schemas of the queries whose value contains it, by name. */
  readonly queries: readonly string[];
}

/** Where a value comes from; `undefined`: no view of the store has this object. */
export function explain(internals: StoreInternals, value: unknown): Explanation | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const node = findNode(internals, value);
  if (!node) return undefined;
  const rows: EntityReport[] = [];
  let rowCount = 0;
  for (const below of reachable(node, ({ deps }) => nodesIn(deps))) {
    if (!(below instanceof EntityNode)) continue;
    rowCount++;
    if (rows.length < MAX_ROWS) rows.push(entityReport(internals, below.schema.key, below.stored));
  }
  const keys = new Set<string>();
  const queries = new Set<string>();
  for (const above of reachable(node, ({ parents }) => nodesIn(parents))) {
    if (!(above instanceof ViewNode)) continue;
    if (above.owner instanceof EndpointStream) keys.add(above.owner.key);
    if (above.owner instanceof QueryStream) queries.add(nameOfQuery(above.owner));
  }
  return { type: typeOf(node, value), rows, rowCount, keys: [...keys], queries: [...queries] };
}

/** The keys and entities whose data contains an entity, as far as it was read. */
export function containersOf(
  internals: StoreInternals,
  entityKey: string,
  pk: string,
): ContainerReport[] {
  const keys = new Map<string, string>();
  const entities = new Map<string, ContainerReport>();
  const { graph } = internals.commits;
  for (const node of graph.entityNodes(entityKey, pk)) {
    const above = reachable(node, (at) =>
      // What contains the entity that contains this one is not of interest.
      at !== node && at instanceof EntityNode ? [] : nodesIn(at.parents),
    );
    for (const parent of above) {
      if (parent === node) continue;
      if (parent instanceof EntityNode) {
        const container = {
          type: 'entity',
          entityKey: parent.schema.key,
          pk: parent.stored,
        } as const;
        entities.set(`${container.entityKey}\0${container.pk}`, container);
      } else if (parent instanceof ViewNode && parent.owner instanceof EndpointStream) {
        keys.set(parent.owner.key, parent.owner.endpoint.name);
      }
    }
  }
  const ofKeys = [...keys].map(([key, name]): ContainerReport => ({ type: 'key', key, name }));
  return [...ofKeys, ...entities.values()];
}

/** An entity in the state that is shown. */
export function entityReport(
  internals: StoreInternals,
  entityKey: string,
  pk: string,
): EntityReport {
  const { visible } = internals.commits.shown;
  return { entityKey, pk, record: visible.get(entityKey, pk), meta: visible.meta(entityKey, pk) };
}

/** The pks of the rows that have a tombstone. */
export function removedPks(state: EntityTable, entityKey: string): string[] {
  const rows = state.rowsOf(entityKey);
  if (!rows || rows.removed === 0) return [];
  const pks: string[] = [];
  for (const slot of rows.slots()) {
    if (rows.recordAt(slot) === undefined) pks.push(rows.family.pk(slot));
  }
  return pks;
}

/** The name of a query in reports: that of its schema, with its args. */
export function nameOfQuery({ schema, args }: QueryStream): string {
  const { key, name } = schema as { readonly key?: unknown; readonly name?: unknown };
  const named = [key, name, schema.constructor.name].find((text) => typeof text === 'string');
  return args.length === 0 ? `query ${named}` : `query ${named} ${JSON.stringify(args)}`;
}

/** The node with the value, below a view that is held. The view itself, if no other node has it. */
function findNode({ streams }: StoreInternals, value: object): GraphNode | undefined {
  let ofView: GraphNode | undefined;
  const seen = new Set<GraphNode>();
  for (const source of streams.sources()) {
    const view =
      source instanceof EndpointStream || source instanceof QueryStream ? source.node : undefined;
    if (!view) continue;
    for (const node of reachable(view, ({ deps }) => nodesIn(deps), seen)) {
      if (valueOf(node) !== value) continue;
      if (!(node instanceof ViewNode)) return node;
      ofView ??= node;
    }
  }
  return ofView;
}

function valueOf(node: GraphNode): unknown {
  if (!(node instanceof ViewNode) || !(node.owner instanceof EndpointStream)) return node.value;
  return (node.value as EndpointView | undefined)?.data;
}

/** A node and all nodes that can be reached from it, in the order of a breadth-first search. */
function reachable(
  start: GraphNode,
  next: (node: GraphNode) => Iterable<GraphNode>,
  seen = new Set<GraphNode>(),
): Set<GraphNode> {
  // A set is iterated in the order of insertion, what is added meanwhile included.
  const found = new Set([start]);
  for (const node of found) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const other of next(node)) if (!seen.has(other)) found.add(other);
  }
  return found;
}

function typeOf(node: GraphNode, value: object): Explanation['type'] {
  if (node instanceof EntityNode) return 'entity';
  if (node instanceof ViewNode) return 'data';
  return Array.isArray(value) ? 'list' : 'object';
}
