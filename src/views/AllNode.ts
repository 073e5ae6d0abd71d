import { allRows, kindsOf } from '../normalize/allMembers.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { AllEntities } from '../schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
import type { EntityNode } from './EntityNode.ts';
import { MembersNode, sameItems } from './MembersNode.ts';
import type { ViewGraph } from './ViewGraph.ts';

/** All entities of a kind as a maintained list: an addition appends, a removal splices, an update patches one place. */
export class AllNode extends MembersNode {
  readonly list: AllEntities;
  readonly kinds: ReadonlySet<string>;
  /** Members with their ordinals, both in insertion order; `undefined`: to be read from the table. */
  #members: EntityNode[] | undefined;
  #ordinals: number[] = [];
  /** The next value: membership is up to date, added places are still empty. */
  #next: unknown[] | undefined;

  constructor(graph: ViewGraph, list: AllEntities) {
    super(graph);
    this.list = list;
    this.kinds = kindsOf(list);
  }

  compute(): unknown {
    const next = this.#next;
    this.#next = undefined;
    if (this.#members && this.value && this.placesMatch) {
      const patched = this.patch(next ?? this.value, (dep) => this.#placeOf(dep as EntityNode));
      // Optimistic answers may have gone and come back in the same places.
      const isSame = patched !== undefined && patched === next && sameItems(patched, this.value);
      if (patched) return isSame ? this.value : patched;
    }
    const members = (this.#members ??= this.#readMembers());
    return this.fill(members.length, (i) => members[i].read());
  }

  #readMembers(): EntityNode[] {
    const { graph } = this;
    const rows = allRows(this.list, (kind, visit) => graph.table.forEach(kind, visit));
    const members = rows.map(({ entity, pk }) => graph.nodes.entity(entity, pk));
    this.#ordinals = rows.map(({ ordinal }) => ordinal);
    this.setDeps(members);
    return members;
  }

  /** Members are linked as they come and go; what a computation reads is among them. */
  override link(): void {}

  /** Takes over the rows of one of the kinds that a commit added, removed or changed. */
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
    // A member that is dirty already does not say so again.
    this.depChanged(node);
    this.#startNext()?.push(undefined);
  }

  #remove(ordinal: number): void {
    const place = this.#search(ordinal);
    if (!this.#members || place < 0) return;
    const [node] = this.#members.splice(place, 1);
    this.#ordinals.splice(place, 1);
    this.#startNext()?.splice(place, 1);
    this.depGone(node);
    node.removeParent(this);
  }

  #startNext(): unknown[] | undefined {
    if (this.value && this.placesMatch) this.#next ??= this.value.slice();
    return this.#next;
  }

  /** The members are looked up again the next time. */
  override depAskedArgs(): void {
    if (this.state !== 'computing') this.reread();
  }

  /** Forgets the members: they are read from the table the next time. */
  reread(): void {
    this.#members = undefined;
    this.#next = undefined;
  }

  #placeOf(node: EntityNode): number {
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
