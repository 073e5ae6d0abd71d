import { Entity } from '../schema/Entity.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { declaresVersion } from '../schema/declaresVersion.ts';
import { defaultsOf } from '../schema/defaultsOf.ts';
import { mergesByDefault } from '../schema/mergesByDefault.ts';
import { mergeRecords } from '../schema/mergeRecords.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { Stamp } from '../table/Stamp.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { TypeDraft } from '../table/TypeDraft.ts';
import type { RowSet } from '../table/RowSet.ts';
import { lateMembers, stampAfter, stampWith } from './RowStamp.ts';

/** Which place in the order of the store an answer has, and who wants to know what it writes. */
export interface WriteOrder {
  readonly stamp: Stamp;
  /** Whether answers to earlier requests are still to come. */
  readonly awaitsOlder: boolean;
  /** Rows that have an earlier place, for the answer itself or what is shown before it. */
  readonly overtaken: { readonly rows: RowSet; readonly stamp: Stamp } | undefined;
  /** Takes the rows that are written, but for those whose own version decides which write counts. */
  readonly touched: RowSet | undefined;
  /** What observers see: a record that equals the visible one keeps its reference. */
  readonly visible: TableReader | undefined;
  /** For the drafts of optimistic layers: what is confirmed. */
  readonly confirmed: TableReader | undefined;
}

/**
 * Writes the entities of one class that one answer brings. A row is replaced only by a later place in the order, member by member; an
 * earlier one fills in what is missing, and never brings back what was removed after it was asked for.
 */
export class RowWriter {
  readonly schema: EntityClass;
  readonly #rows: TypeDraft;
  readonly #order: WriteOrder;
  readonly #touched: RowSet | undefined;
  readonly #mergesByDefault: boolean;
  readonly #keepsKnown: boolean;
  #inDoubt: Stamp | undefined;

  constructor(schema: EntityClass, rows: TypeDraft, order: WriteOrder) {
    this.schema = schema;
    this.#rows = rows;
    this.#order = order;
    this.#mergesByDefault = mergesByDefault(schema);
    this.#touched = order.touched && !declaresVersion(schema) ? order.touched : undefined;
    this.#keepsKnown =
      this.#mergesByDefault && !order.awaitsOlder && schema.validate === Entity.validate;
  }

  /** The stored record, where a record that brings nothing else would be merged into that very one. */
  known(pk: string): object | undefined {
    if (!this.#keepsKnown) return undefined;
    const rows = this.#rows;
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    if (!record) return undefined;
    // Of a row in doubt it matters which members come.
    const { seq, expiresAt } = rows.stampAt(slot)!;
    return seq <= this.#stampOf(pk).seq && expiresAt > 0 ? record : undefined;
  }

  /** `merged`: what {@link known} gave, if the record was merged with that already. */
  merge(pk: string, record: object, merged?: object): void {
    const rows = this.#rows;
    const stamp = this.#stampOf(pk);
    this.#touched?.add(this.schema.key, pk);
    const slot = rows.slotOf(pk);
    // Most rows of most answers.
    if (rows.refresh(slot, record, stamp)) return;
    if (merged) {
      this.#rewrite(pk, slot, merged, record, stamp);
      return;
    }
    const existing = rows.recordAt(slot);
    const known = rows.stampAt(slot);
    if (existing) this.#mergeInto(pk, slot, existing, known!, record);
    else if (!known) rows.write(pk, this.#shareWithVisible(pk, record), stamp);
    // What was removed after this was asked for stays away.
    else if (known.seq <= stamp.seq && this.#isWhole(pk, record)) {
      rows.write(
        pk,
        this.#shareWithVisible(pk, shareStructure(rows.original(slot), record)),
        stamp,
      );
    }
  }

  /**
   * Whether a record may take the place of a removed row. Of an optimistic answer it has to be complete, or readers would see half a row: it has a
   * value for each member of the confirmed record, or for each field of the class where the removal is confirmed.
   */
  #isWhole(pk: string, record: object): boolean {
    const { confirmed } = this.#order;
    if (!confirmed) return true;
    const members = record as Readonly<Record<string, unknown>>;
    const whole = confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema);
    return Object.entries(whole).every(
      ([name, value]) => value === undefined || members[name] !== undefined,
    );
  }

  #mergeInto(pk: string, slot: number, existing: object, known: Stamp, record: object): void {
    const { schema } = this;
    const stamp = this.#stampOf(pk);
    if (this.#mergesByDefault && known.seq <= stamp.seq) {
      // Shares all that is equal by itself.
      const meta = stampAfter(known, stamp, existing, record, this.#order.awaitsOlder);
      this.#rewrite(pk, slot, existing, mergeRecords(existing, record), meta);
    } else if (this.#mergesByDefault) {
      const news = lateMembers(known, existing, record, stamp.seq);
      const isOfLayer = this.#order.confirmed !== undefined && Object.keys(news).length > 0;
      // The row is one of a layer, and each member keeps its place.
      const ofLayer = { ...known, seq: Infinity };
      const before = isOfLayer ? stampAfter(known, ofLayer, existing, {}, true) : known;
      const meta = stampWith(before, news, stamp.seq);
      this.#rewrite(pk, slot, existing, mergeRecords(existing, news), meta);
    } else if (known === stamp) {
      this.#rewrite(
        pk,
        slot,
        existing,
        shareStructure(existing, schema.merge(existing, record)),
        stamp,
      );
    } else {
      const merged = schema.mergeWithStore(known, stamp, existing, record);
      const meta = schema.mergeMetaWithStore(known, stamp, existing, record);
      this.#rewrite(pk, slot, existing, shareStructure(existing, merged), meta);
    }
  }

  /** What is back to the record before the commit is that record. */
  #rewrite(pk: string, slot: number, existing: object, merged: object, stamp: Stamp): void {
    let record = merged;
    if (record !== existing) {
      const original = this.#rows.original(slot);
      if (original !== existing) record = shareStructure(original, record);
    }
    this.#rows.replace(slot, this.#shareWithVisible(pk, record), stamp);
  }

  #shareWithVisible(pk: string, record: object): object {
    const visible = this.#order.visible?.get(this.schema.key, pk);
    const next = visible ? shareStructure(visible, record) : record;
    if (DEVELOPMENT) deepFreeze(next);
    return next;
  }

  remove(pk: string): void {
    const stamp = this.#stampOf(pk);
    this.#touched?.add(this.schema.key, pk);
    const known = this.#rows.stampAt(this.#rows.slotOf(pk));
    if (known && known.seq > stamp.seq) return;
    this.#rows.remove(pk, stamp);
  }

  #stampOf(pk: string): Stamp {
    const { confirmed, overtaken } = this.#order;
    const { key } = this.schema;
    const stamp = overtaken?.rows.has(key, pk) ? overtaken.stamp : this.#order.stamp;
    // An optimistic response does not end the doubt about the confirmed row.
    const isInDoubt = confirmed?.has(key, pk) && confirmed.stamp(key, pk)!.expiresAt === 0;
    return isInDoubt ? this.#doubtful(stamp) : stamp;
  }

  /** One object for all rows of the response. */
  #doubtful(stamp: Stamp): Stamp {
    if (this.#inDoubt?.seq !== stamp.seq) this.#inDoubt = { ...stamp, expiresAt: 0 };
    return this.#inDoubt;
  }
}
