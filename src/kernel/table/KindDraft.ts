import type { EntityMeta } from '../../data/schema/Schema.ts';
import { KindFamily, type SlotEntry } from './KindFamily.ts';
import { KindRows, TOMBSTONE, Tombstone } from './KindRows.ts';
import { LEAF_MASK, NO_NODE, NODE_BITS, NODE_MASK, NODE_SIZE, type RowNode } from './RowTree.ts';

/** The order of the rows that one draft of a table adds, whatever their kinds. */
export interface InsertionOrder {
  /** No row of the draft, or of the snapshot it began with, has a higher ordinal. */
  lastOrdinal: number;
  /** Shared by all drafts that may see each other's ordinals. */
  readonly lineage: { nextOrdinal: number };
}

let lastOwner = 0;

/**
 * An editable copy of the rows of one kind, made in O(1). A node is copied on its first write and
 * edited in place afterwards. The draft stays usable after `snapshot()`: later writes copy
 * again and never change a snapshot.
 *
 * A row that is live in the base always keeps its slot; any other row that becomes live gets a slot
 * after those of the base.
 */
export class KindDraft extends KindRows {
  declare length: number;
  declare shift: number;
  declare root: RowNode | undefined;
  declare live: number;
  declare removed: number;
  /** The rows the draft began with. */
  readonly base: KindRows;
  /** No slot before this one was written, … */
  from: number;
  /** … and none after this one. */
  to: number;
  /** Whether a content was written, not only metas. */
  writesContent: boolean;
  /** The next draft of the same commit. */
  next: KindDraft | undefined;
  private readonly order: InsertionOrder;
  private owner: number;
  /** The snapshot of the current rows; `undefined` if they were written since. */
  private latest: KindRows | undefined;
  // The leaf of the last write, if this draft owns it. Rows of one response are mostly neighbours.
  private leaf: RowNode;
  private leafStart: number;

  constructor(base: KindRows, order: InsertionOrder) {
    super(base.key, base.family, base.length, base.shift, base.root, base.live, base.removed);
    this.base = base;
    this.from = 2 ** 30 - 1;
    this.to = -1;
    this.writesContent = false;
    this.next = undefined;
    this.order = order;
    this.owner = ++lastOwner;
    this.latest = base;
    this.leaf = NO_NODE;
    this.leafStart = -1;
  }

  /**
   * Makes the row live with this record. A live row keeps its position, any other row goes last. If
   * the record is stored already, only the meta is replaced.
   */
  write(pk: string, record: object, meta: EntityMeta): void {
    const { base, family, order } = this;
    const entry = family.entry(pk);
    // Hot loop: this branch in a first load, `refresh` below in a refetch.
    if (entry === undefined) {
      order.lastOrdinal = order.lineage.nextOrdinal++;
      this.set(family.add(pk, entry, order.lastOrdinal), record, meta);
      return;
    }
    const slot = this.slotOf(pk);
    if (this.refresh(slot, record, meta)) return;
    const stored = this.content(slot);
    if (stored === undefined) {
      this.set(this.#slotFor(pk, entry), record, meta);
    } else if (stored instanceof Tombstone && base.content(slot) instanceof Tombstone) {
      this.set(slot, undefined, undefined);
      this.set(this.#lastSlot(pk, entry), record, meta);
    } else {
      this.set(slot, record, meta);
    }
  }

  /** Sets the meta of the row in a slot if it has this record. Returns whether it has. */
  refresh(slot: number, record: object, meta: EntityMeta): boolean {
    const leaf = this.leafAt(slot);
    const index = (slot & LEAF_MASK) << 1;
    if (leaf[index] !== record) return false;
    if (leaf[index + 1] === meta) return true;
    this.#ownedLeaf(slot)[index + 1] = meta;
    if (slot < this.from) this.from = slot;
    if (slot > this.to) this.to = slot;
    return true;
  }

  /**
   * Replaces the row with a tombstone, even if the row was never known. `to`: the primary key that
   * the entity has in place of `pk`.
   */
  remove(pk: string, meta: EntityMeta, to?: string): void {
    const slot = this.slotOf(pk);
    const isKnown = this.content(slot) !== undefined;
    const content = to ? new Tombstone(to) : TOMBSTONE;
    this.set(isKnown ? slot : this.#slotFor(pk, this.family.entry(pk)), content, meta);
  }

  /** Drops the row or its tombstone. */
  forget(pk: string): void {
    const slot = this.slotOf(pk);
    if (this.content(slot) !== undefined) this.set(slot, undefined, undefined);
  }

  /** Makes a row what it is in other rows of the family. */
  restore(pk: string, source: KindRows | undefined): void {
    const known = this.slotOf(pk);
    const slot = source?.slotOf(pk) ?? -1;
    if (known >= 0 && known !== slot) this.#put(known, undefined, undefined);
    if (slot >= 0) this.#put(slot, source!.content(slot), source!.metaAt(slot));
  }

  #put(slot: number, content: object | undefined, meta: EntityMeta | undefined): void {
    const isSame = this.content(slot) === content && this.metaAt(slot) === meta;
    if (!isSame) this.set(slot, content, meta);
  }

  /** Sets a row; `undefined` makes a hole. A slot beyond the end leaves holes before it. */
  set(slot: number, content: object | undefined, meta: EntityMeta | undefined): void {
    const leaf = this.#ownedLeaf(slot);
    const index = (slot & LEAF_MASK) << 1;
    const stored = leaf[index];
    leaf[index + 1] = meta;
    if (slot < this.from) this.from = slot;
    if (slot > this.to) this.to = slot;
    if (slot >= this.length) this.length = slot + 1;
    if (stored === content) return;
    leaf[index] = content;
    this.writesContent = true;
    if (stored instanceof Tombstone) this.removed--;
    else if (stored !== undefined) this.live--;
    if (content instanceof Tombstone) this.removed++;
    else if (content !== undefined) this.live++;
  }

  /** The current rows; those the draft began with if nothing was written. */
  override snapshot(): KindRows {
    if (this.latest === undefined) {
      const { key, family, length, shift, root, live, removed } = this;
      this.latest = new KindRows(key, family, length, shift, root, live, removed);
      this.owner = ++lastOwner;
      this.leafStart = -1;
    }
    return this.latest;
  }

  #slotFor(pk: string, entry: SlotEntry | undefined): number {
    const slot = this.base.slotOf(pk);
    return this.base.recordAt(slot) === undefined ? this.#lastSlot(pk, entry) : slot;
  }

  #lastSlot(pk: string, entry: SlotEntry | undefined): number {
    const { family, order } = this;
    // Another branch may have added the row after all rows of this draft: then its slot fits the
    // order.
    const newest = typeof entry === 'object' ? entry[entry.length - 1] : entry;
    if (newest !== undefined && family.ordinal(newest) > order.lastOrdinal) {
      order.lastOrdinal = family.ordinal(newest);
      return newest;
    }
    order.lastOrdinal = order.lineage.nextOrdinal++;
    return family.add(pk, entry, order.lastOrdinal);
  }

  /** The leaf of a slot, for writes; makes it and the nodes above it if need be. */
  #ownedLeaf(slot: number): RowNode {
    const start = slot & ~LEAF_MASK;
    if (start === this.leafStart) return this.leaf;
    const { owner } = this;
    this.latest = undefined;
    while (slot >>> (this.shift + NODE_BITS) > 0) {
      this.shift += NODE_BITS;
      if (this.root === undefined) continue;
      const root = NO_NODE.slice();
      root[0] = this.root;
      this.root = root;
    }
    let node = this.root ?? NO_NODE;
    let parent: RowNode | undefined;
    let index = 0;
    for (let level = this.shift; ; level -= NODE_BITS) {
      if (node[NODE_SIZE] !== owner) {
        node = node.slice();
        node[NODE_SIZE] = owner;
        if (parent === undefined) this.root = node;
        else parent[index] = node;
      }
      if (level < 0) break;
      parent = node;
      index = (slot >>> level) & NODE_MASK;
      // The cast holds: the children of an inner node are nodes.
      node = (parent[index] as RowNode | undefined) ?? NO_NODE;
    }
    this.leafStart = start;
    return (this.leaf = node);
  }
}

/**
 * The same rows, in the same order and with the same ordinals, in one new family without unused
 * slots. Rows with the same ordinal get the same slot.
 */
export function inOneFamily(kinds: readonly KindRows[]): KindRows[] {
  const family = new KindFamily(kinds[0].family.index);
  const order = { lastOrdinal: -1, lineage: { nextOrdinal: 0 } };
  const moved = kinds.map((kind) => {
    return { kind, rows: new KindDraft(new KindRows(kind.key, family), order) };
  });
  const all = moved.flatMap(({ kind, rows }) =>
    [...kind.slots()].map((slot) => ({ kind, rows, slot, ordinal: kind.family.ordinal(slot) })),
  );
  all.sort((a, b) => a.ordinal - b.ordinal);
  let [last, target] = [-1, -1];
  for (const { kind, rows, slot, ordinal } of all) {
    if (ordinal !== last) target = family.add(kind.family.pk(slot), undefined, ordinal);
    last = ordinal;
    rows.set(target, kind.content(slot), kind.metaAt(slot));
  }
  return moved.map(({ rows }) => rows.snapshot());
}
