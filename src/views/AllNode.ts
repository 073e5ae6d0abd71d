import { allRows, kindsOf } from '../normalize/allMembers.ts';
import type { AllEntities, EntityClass } from '../schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import { sameMembers } from '../shared/sameMembers.ts';
import type { EntityNode } from './EntityNode.ts';
import type { Graph, GraphNode } from './GraphNode.ts';
import { ListNode } from './ListNode.ts';

/** A list of all rows of some entity keys, which is maintained. */
export interface RowsFollower {
  readonly kinds: ReadonlySet<string>;
  /** Applies what a commit changed in the rows of one of the keys. */
  apply(changes: RowChanges): void;
  /** The store was reset: the table belongs to a new session. */
  restart(): void;
}

/**
 * All entities of one or several keys as a maintained list. An addition appends, a removal splices,
 * an update replaces one item.
 */
export class AllNode extends ListNode implements RowsFollower {
  declare readonly schema: AllEntities;
  readonly kinds: ReadonlySet<string>;
  /** The members in insertion order; `undefined`: read them from the table. */
  #members: GraphNode[] | undefined;
  /** The ordinal of each member in the table. */
  #ordinals: number[] = [];
  /**
   * The next value while it is prepared: its membership is current, added items are still empty.
   */
  #next: unknown[] | undefined;

  constructor(graph: Graph, schema: AllEntities, args: readonly unknown[] | undefined) {
    super(graph, schema, undefined, args);
    this.kinds = kindsOf(schema);
  }

  override compute(previous: readonly unknown[] | undefined): readonly unknown[] {
    const next = this.#next;
    this.#next = undefined;
    const value = super.compute(previous, next ?? previous);
    // An optimistic layer may have removed and restored the same items.
    return value === next && sameMembers(value, previous) ? previous! : value;
  }

  protected override count(): number {
    return (this.#members ??= this.#readMembers()).length;
  }

  protected override readItem(index: number): unknown {
    return this.#members![index].read();
  }

  #readMembers(): GraphNode[] {
    const { graph } = this;
    const rows = allRows(this.schema, (key, visit) => graph.table.forEach(key, visit));
    const members = rows.map(({ entity, pk }) => graph.entity(entity, pk, this.args));
    this.#ordinals = rows.map(({ ordinal }) => ordinal);
    this.setDeps(members);
    return members;
  }

  /** `#add` and `#remove` link the members, and a computation reads nothing else. */
  override link(): void {}

  /** Applies the rows of one entity key that a commit added, removed or changed. */
  apply(changes: RowChanges): void {
    const classOf = this.schema.classOf(changes.key);
    let changed = false;
    changes.forEach((pk, record, previous, ordinal) => {
      if (record && previous) {
        if (classOf(record) !== classOf(previous)) this.#reread();
      } else if (record) {
        changed = true;
        this.#add(classOf(record), pk, ordinal);
      } else {
        changed = true;
        this.#remove(ordinal);
      }
    });
    if (changed || !this.#members) this.markDirty();
  }

  #add(entity: EntityClass, pk: string, ordinal: number): void {
    const members = this.#members;
    if (!members) return;
    const last = this.#ordinals.at(-1);
    if (last !== undefined && last > ordinal) {
      this.#reread();
      return;
    }
    const node = this.graph.entity(entity, pk, this.args);
    node.addParent(this);
    members.push(node);
    this.#ordinals.push(ordinal);
    // A member that is already dirty does not notify its new parent.
    this.depChanged(node);
    this.#startNext()?.push(undefined);
  }

  #remove(ordinal: number): void {
    const index = this.#indexOf(ordinal);
    if (!this.#members || index < 0) return;
    const [node] = this.#members.splice(index, 1);
    this.#ordinals.splice(index, 1);
    this.#startNext()?.splice(index, 1);
    // A removed member must not be patched into a neighbour's index.
    this.dirty.delete(node);
    node.removeParent(this);
  }

  #startNext(): unknown[] | undefined {
    if (this.indicesMatch) this.#next ??= this.value!.slice();
    return this.#next;
  }

  /** Takes the members from the table on the next read. */
  restart(): void {
    this.#reread();
    this.markDirty();
  }

  #reread(): void {
    this.indicesMatch = false;
    this.#members = undefined;
    this.#next = undefined;
  }

  protected override indicesOf({ schema, stored: pk }: EntityNode): number {
    return this.#indexOf(this.graph.table.ordinal(schema.key, pk));
  }

  /** The index of an ordinal; -1 if no member has it. */
  #indexOf(ordinal: number): number {
    const ordinals = this.#ordinals;
    let low = 0;
    let high = ordinals.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ordinals[middle];
      if (found === ordinal) return middle;
      if (found < ordinal) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  override orphaned(): void {
    this.#reread();
    super.orphaned();
  }
}
