import { ArraySchema } from '../../data/schema/ArraySchema.ts';
import { INVALID } from '../../data/schema/INVALID.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { listDifference } from '../../shared/listDifference.ts';
import { sameMembers } from '../../shared/sameMembers.ts';
import { add, remove, type SmallSet } from '../../shared/smallSet.ts';
import { isRenamed } from './EntityNode.ts';
import { forgetReads, type Graph, GraphNode, nodesIn, reads } from './GraphNode.ts';

type Values = readonly unknown[];

/** A change of the members: `added` ones in the place of `removed` ones. */
interface Edit {
  readonly at: number;
  readonly removed: number;
  added: number;
}

/** With more edits than this, a list is read again. */
const MANY_EDITS = 8;

/** If more members were added, a list is read again. */
const MANY_ADDED = 1_000;

/** After this many searches for a member, a map of all indices is cheaper. */
const MANY_SEARCHES = 8;

/** Lists that are still empty, because a node has read them within their computation. */
const unfinished = new WeakSet();

export function isUnfinished(value: unknown): boolean {
  return unfinished.has(value as object);
}

/**
 * An array of the values of other nodes: of the items of a stored list. A changed, new or removed
 * member costs one copy of the array; the other members are not read.
 */
export class ListNode extends GraphNode<Values | undefined> {
  /**
   * Whether an index in the value is the index of a member: every item is the value of one node,
   * and none is left out because its value is missing or invalid.
   */
  protected indicesMatch: boolean;
  /** The members that the value does not have as they are now. */
  private dirty: SmallSet<GraphNode>;
  /** Where members have come and gone since the value was made. */
  private edits: Edit[] | undefined;
  /** The stored list that the members are of. */
  private followed: Values | undefined;
  /** Whether the running computation has read all members. */
  private isFilled: boolean;
  /** The indices of each member, and how often one was searched without them. */
  private indices: Map<GraphNode, number | number[]> | undefined;
  private searches: number;

  constructor(graph: Graph, schema: object, stored: unknown, args?: Args) {
    super(graph, schema, stored, args);
    this.indicesMatch = false;
    this.dirty = undefined;
    this.edits = undefined;
    this.followed = undefined;
    this.isFilled = false;
    this.indices = undefined;
    this.searches = 0;
  }

  compute(previous: Values | undefined): Values {
    const from = reads.length;
    const mayPatch = this.indicesMatch;
    // If a member throws, the members may change until the next computation, which reads all. The
    // reads until then are the dependencies: a change of one of them makes the list dirty.
    this.indicesMatch = false;
    this.isFilled = true;
    const follows = mayPatch && (this.followed === this.stored || this.#follow());
    let values = follows ? this.#patch(previous!) : undefined;
    if (values) {
      this.indicesMatch = true;
      this.isFilled = false;
    } else {
      if (mayPatch) forgetReads(from);
      values = this.#fill();
    }
    // An optimistic layer may have removed and restored the same members.
    const mayBeSame = (this.isFilled || this.edits) && !this.value;
    if (previous && mayBeSame && sameMembers(previous, values)) values = previous;
    this.followed = this.stored as Values;
    this.edits = undefined;
    this.dirty = undefined;
    const begun = this.value as unknown[] | undefined;
    if (begun) {
      for (const value of values) begun.push(value);
      unfinished.delete(begun);
      values = begun;
    }
    return DEVELOPMENT ? this.graph.seal(values) : values;
  }

  /** The members of a list that is not stored. */
  protected members(): readonly GraphNode[] {
    return [];
  }

  #fill(): Values {
    const { graph, schema, stored } = this;
    const items = (stored as Values | undefined) ?? this.members();
    // Where to find the items, if they are primary keys of one class.
    const rows =
      schema instanceof ArraySchema &&
      schema.schemaAttribute === undefined &&
      schema.denormalizeItem === ArraySchema.prototype.denormalizeItem &&
      isEntity(schema.schema) &&
      graph.nodesOf(schema.schema);
    const nodes = rows && !rows.readsArgs && rows;
    const from = reads.length;
    const values: unknown[] = [];
    let isUniform = true;
    for (const item of items) {
      const before = reads.length;
      let value: unknown;
      if (item instanceof GraphNode) value = item.read();
      else if (nodes && typeof item === 'string') value = nodes.node(item).read();
      else value = (schema as ArraySchema).denormalizeItem(item, graph);
      if (value !== undefined && value !== INVALID) values.push(value);
      isUniform &&= reads.length === before + 1 && reads[before].value === value;
    }
    this.indicesMatch = isUniform && values.length === items.length;
    if (!graph.hasRenamed || !reads.slice(from).some(isRenamed)) return values;
    // The list may have both keys of an entity.
    this.indicesMatch = false;
    return [...new Set(values)];
  }

  /**
   * The array with the edits and with new values for the dirty members; `undefined` if indices
   * moved: then it must be filled.
   */
  #patch(previous: Values): Values | undefined {
    const { edits = [] } = this;
    if (edits.length > MANY_EDITS) return undefined;
    let copy: unknown[] | undefined;
    for (const { at, removed, added } of edits) {
      const blanks = Array<unknown>(added).fill(undefined);
      const start = copy ?? previous;
      if (at === start.length) copy = start.concat(blanks);
      else (copy ??= previous.slice()).splice(at, removed, ...blanks);
    }
    const { stored, schema } = this;
    // The record of an item may choose another class, which has another node.
    const mayChoose = stored !== undefined && !isEntity((schema as ArraySchema).schema);
    for (const dep of nodesIn(this.dirty)) {
      const indices = this.indicesOf(dep);
      if (indices === -1) continue;
      const from = reads.length;
      const first = typeof indices === 'number' ? indices : indices[0];
      const value = mayChoose
        ? (schema as ArraySchema).denormalizeItem((stored as Values)[first], this.graph)
        : dep.read();
      if (!isOwn(dep, value) || (mayChoose && reads[from] !== dep)) return undefined;
      for (const index of typeof indices === 'number' ? [indices] : indices) {
        if (Object.is((copy ?? previous)[index], value)) continue;
        (copy ??= previous.slice())[index] = value;
      }
    }
    return copy ?? previous;
  }

  /**
   * Lets the members follow another stored list; false if most of them differ, or if a new item is
   * not the value of one node.
   */
  #follow(): boolean {
    const { graph, schema } = this;
    const after = this.stored as Values;
    const { start, removed, added } = listDifference(this.followed!, after);
    if (added > MANY_ADDED || removed + added > after.length / 2) return false;
    const from = reads.length;
    for (let i = 0; i < added; i++) {
      const value = (schema as ArraySchema).denormalizeItem(after[start + i], graph);
      const isMember = reads.length === from + i + 1 && reads[from + i].value === value;
      if (!isMember || !isOwn(reads[from + i], value)) return false;
    }
    const gone = this.edit(start, removed, reads.slice(from));
    const deps = this.deps as GraphNode[];
    const left = gone.length > MANY_SEARCHES ? new Set(deps) : undefined;
    // A list may have a member twice.
    for (const node of gone) if (!(left ? left.has(node) : deps.includes(node))) this.release(node);
    return true;
  }

  /** Puts members in the place of others, and returns these. */
  protected edit(at: number, removed: number, added: readonly GraphNode[]): GraphNode[] {
    const deps = this.deps as GraphNode[];
    let gone: GraphNode[] = [];
    // At the end, `splice` copies the whole array.
    if (at === deps.length) {
      for (const node of added) {
        if (this.indices?.has(node)) this.indices = undefined;
        this.indices?.set(node, deps.length);
        deps.push(node);
      }
    } else {
      this.indices = undefined;
      this.searches = 0;
      gone = deps.splice(at, removed, ...added);
    }
    for (const node of added) {
      node.addParent(this);
      // A member that is already dirty does not notify its new parent.
      this.depChanged(node);
    }
    const edits = (this.edits ??= []);
    const last = edits.at(-1);
    if (last && removed === 0 && last.at + last.added === at) last.added += added.length;
    else if (edits.length <= MANY_EDITS) edits.push({ at, removed, added: added.length });
    return gone;
  }

  /** A member has left. */
  protected release(node: GraphNode): void {
    // It must not be patched into a neighbour's index.
    this.dirty = remove(this.dirty, node);
    node.removeParent(this);
  }

  override depChanged(dep: GraphNode): void {
    this.dirty = add(this.dirty, dep);
  }

  /** A patch reads only the dirty members, so the dependencies of the last full read stay. */
  override link(from: number): void {
    if (!this.isFilled) return;
    this.isFilled = false;
    super.link(from);
    // Edits change the array.
    if (this.deps instanceof GraphNode || this.deps.length === 0)
      this.deps = [...nodesIn(this.deps)];
    this.indices = undefined;
    this.searches = 0;
  }

  /** Where the value of a node is; -1 if nowhere. */
  protected indicesOf(dep: GraphNode): number | readonly number[] {
    const deps = this.deps as GraphNode[];
    if (!this.indices && this.searches++ < MANY_SEARCHES) {
      const first = deps.indexOf(dep);
      if (first < 0 || !deps.includes(dep, first + 1)) return first;
    }
    this.indices ??= indicesOfEach(deps);
    return this.indices.get(dep) ?? -1;
  }

  override begin(): Values {
    if (!this.value) unfinished.add((this.value = []));
    return this.value;
  }

  override get nests(): boolean {
    return true;
  }
}

/** Whether a list may have a value in the place of a node: it is valid, and no other node has it. */
function isOwn(node: GraphNode, value: unknown): boolean {
  return value !== undefined && value !== INVALID && !isRenamed(node);
}

function indicesOfEach(nodes: readonly GraphNode[]): Map<GraphNode, number | number[]> {
  const indices = new Map<GraphNode, number | number[]>();
  nodes.forEach((node, i) => {
    const known = indices.get(node);
    if (known === undefined) indices.set(node, i);
    else if (typeof known === 'number') indices.set(node, [known, i]);
    else known.push(i);
  });
  return indices;
}
