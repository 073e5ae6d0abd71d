import { allRows, kindsOf } from '../../data/normalize/allMembers.ts';
import type { AllEntities, EntityClass } from '../../data/schema/Schema.ts';
import type { RowChanges } from '../table/RowChanges.ts';
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
  /** Whether the dependencies are the members; else read them from the table. */
  #isRead = false;
  /** The ordinal of each member in the table. */
  #ordinals: number[] = [];

  constructor(graph: Graph, schema: AllEntities, args: readonly unknown[] | undefined) {
    super(graph, schema, undefined, args);
    this.kinds = kindsOf(schema);
  }

  protected override members(): readonly GraphNode[] {
    if (!this.#isRead) {
      const { graph } = this;
      const rows = allRows(this.schema, (key, visit) => graph.table.forEach(key, visit));
      this.#ordinals = rows.map(({ ordinal }) => ordinal);
      this.setDeps(rows.map(({ entity, pk }) => graph.entity(entity, pk, this.args)));
      this.#isRead = true;
    }
    return this.deps as readonly GraphNode[];
  }

  /** `edit` and `release` link the members, and a computation reads nothing else. */
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
    if (changed || !this.#isRead) this.markDirty();
  }

  #add(entity: EntityClass, pk: string, ordinal: number): void {
    if (!this.#isRead) return;
    const last = this.#ordinals.at(-1);
    if (last !== undefined && last > ordinal) {
      this.#reread();
      return;
    }
    this.edit(this.#ordinals.length, 0, [this.graph.entity(entity, pk, this.args)]);
    this.#ordinals.push(ordinal);
  }

  #remove(ordinal: number): void {
    const index = this.#indexOf(ordinal);
    if (!this.#isRead || index < 0) return;
    this.#ordinals.splice(index, 1);
    for (const node of this.edit(index, 1, [])) this.release(node);
  }

  /** Takes the members from the table on the next read. */
  restart(): void {
    this.#reread();
    this.markDirty();
  }

  #reread(): void {
    this.indicesMatch = false;
    this.#isRead = false;
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
    this.unlink();
    this.graph.followers.delete(this);
  }
}
