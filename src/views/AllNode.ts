import { allRows, kindsOf } from '../normalize/allMembers.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { AllEntities } from '../schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { EntityNode } from './EntityNode.ts';
import { MembersNode, sameItems } from './MembersNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/**
 * All entities of one or several keys as a maintained list. An addition appends, a removal splices,
 * an update replaces one item.
 */
export class AllNode extends MembersNode {
  readonly list: AllEntities;
  readonly kinds: ReadonlySet<string>;
  /** The members in insertion order; `undefined`: read them from the table. */
  #members: EntityNode[] | undefined;
  /** The ordinal of each member in the table. */
  #ordinals: number[] = [];
  /**
   * The next value while it is prepared: its membership is current, added items are still empty.
   */
  #next: unknown[] | undefined;

  constructor(graph: ViewGraph, list: AllEntities) {
    super(graph);
    this.list = list;
    this.kinds = kindsOf(list);
  }

  compute(): unknown {
    const next = this.#next;
    this.#next = undefined;
    if (this.#members && this.value && this.indicesMatch) {
      const patched = this.patch(next ?? this.value, (dep) => this.#indexOf(dep as EntityNode));
      // An optimistic layer may have removed and restored the same items.
      const isSame = patched !== undefined && patched === next && sameItems(patched, this.value);
      if (patched) return isSame ? this.value : patched;
    }
    const members = (this.#members ??= this.#readMembers());
    return this.fill(members.length, (i) => members[i].read());
  }

  #readMembers(): EntityNode[] {
    const { graph } = this;
    const rows = allRows(this.list, (key, visit) => graph.table.forEach(key, visit));
    const members = rows.map(({ entity, pk }) => graph.nodes.entity(entity, pk));
    this.#ordinals = rows.map(({ ordinal }) => ordinal);
    this.setDeps(members);
    return members;
  }

  /** `#add` and `#remove` link the members, and a computation reads nothing else. */
  override link(): void {}

  /** Applies the rows of one entity key that a commit added, removed or changed. */
  apply(changes: RowChanges): void {
    const classOf = this.list.classOf(changes.key);
    let changed = false;
    changes.forEach((pk, record, previous, ordinal) => {
      if (record && previous) {
        if (classOf(record) !== classOf(previous)) this.reread();
      } else if (record) {
        changed = true;
        this.#add(classOf(record), pk, ordinal);
      } else {
        changed = true;
        this.#remove(ordinal);
      }
    });
    if (changed || !this.#members) this.graph.markDirty(this);
  }

  #add(entity: EntityClass, pk: string, ordinal: number): void {
    const members = this.#members;
    if (!members) return;
    const last = this.#ordinals.at(-1);
    if (this.argsUse !== undefined || (last !== undefined && last > ordinal)) {
      this.reread();
      return;
    }
    const node = this.graph.nodes.entity(entity, pk);
    node.addParent(this);
    members.push(node);
    this.#ordinals.push(ordinal);
    // A member that is already dirty does not notify its new parent.
    this.depChanged(node);
    this.#startNext()?.push(undefined);
  }

  #remove(ordinal: number): void {
    const index = this.#search(ordinal);
    if (!this.#members || index < 0) return;
    const [node] = this.#members.splice(index, 1);
    this.#ordinals.splice(index, 1);
    this.#startNext()?.splice(index, 1);
    this.depGone(node);
    node.removeParent(this);
  }

  #startNext(): unknown[] | undefined {
    if (this.value && this.indicesMatch) this.#next ??= this.value.slice();
    return this.#next;
  }

  /** Looks the members up again on the next read. */
  override depAskedArgs(): void {
    if (this.state !== 'computing') this.reread();
  }

  /** Forgets the members: the next read takes them from the table. */
  reread(): void {
    this.#members = undefined;
    this.#next = undefined;
  }

  #indexOf(node: EntityNode): number {
    return this.#search(this.graph.table.ordinal(node.entity.key, node.pk));
  }

  #search(ordinal: number): number {
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

  orphaned(): void {
    this.reread();
    this.unlink();
    this.graph.nodes.forgetAll(this);
  }
}
