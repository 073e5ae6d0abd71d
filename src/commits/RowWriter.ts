import { Entity } from '../schema/Entity.ts';
import type { EntityClass } from '../schema/Schema.ts';
import { declaresVersion, mergesByDefault } from '../schema/mergesByDefault.ts';
import { defaultsOf } from '../schema/defaultsOf.ts';
import { mergeRecords } from '../schema/mergeRecords.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import type { Stamp } from '../table/Stamp.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { TypeDraft } from '../table/TypeDraft.ts';
import type { EntityKeySet } from '../table/EntityKeySet.ts';
import { lateMembers, stampAfter, stampWith } from './RowStamp.ts';

/** The seq and meta of a response, and what to record while it is written. */
export interface WriteOrder {
  readonly stamp: Stamp;
  /** Whether an older request is still in flight. */
  readonly hasOlderInFlight: boolean;
  /** Rows in which the response is older than responses or layers of later mutations. */
  readonly overtaken: { readonly rows: EntityKeySet; readonly stamp: Stamp } | undefined;
  /**
   * Collects the rows that are written, except those whose own version decides which write wins.
   */
  readonly touched: EntityKeySet | undefined;
  /** What observers see. A record that equals the visible one keeps its reference. */
  readonly visible: TableReader | undefined;
  /** The confirmed entities, for drafts of optimistic layers. */
  readonly confirmed: TableReader | undefined;
}

/**
 * Writes the entities of one class that a response brings. A newer seq replaces a row member by
 * member. An older one only adds missing members, and never restores an entity that was removed
 * after the request was sent.
 */
export class RowWriter {
  readonly schema: EntityClass;
  readonly #rows: TypeDraft;
  readonly #order: WriteOrder;
  readonly #touched: EntityKeySet | undefined;
  readonly #mergesByDefault: boolean;
  readonly #keepsKnown: boolean;
  #taintedStamp: Stamp | undefined;

  constructor(schema: EntityClass, rows: TypeDraft, order: WriteOrder) {
    this.schema = schema;
    this.#rows = rows;
    this.#order = order;
    this.#mergesByDefault = mergesByDefault(schema);
    this.#touched = order.touched && !declaresVersion(schema) ? order.touched : undefined;
    this.#keepsKnown =
      this.#mergesByDefault && !order.hasOlderInFlight && schema.validate === Entity.validate;
  }

  /** Returns the stored record if a record without differences can be merged into it as it is. */
  known(pk: string): object | undefined {
    if (!this.#keepsKnown) return undefined;
    const rows = this.#rows;
    const slot = rows.slotOf(pk);
    const record = rows.recordAt(slot);
    if (!record) return undefined;
    // In a tainted row, it matters which members the response brings.
    const { seq, expiresAt } = rows.stampAt(slot)!;
    return seq <= this.#stampOf(pk).seq && expiresAt > 0 ? record : undefined;
  }

  /** `merged`: the result of {@link known}, if the record was already merged with it. */
  merge(pk: string, record: object, merged?: object): void {
    const rows = this.#rows;
    const stamp = this.#stampOf(pk);
    this.#touched?.add(this.schema.key, pk);
    const slot = rows.slotOf(pk);
    // The fast path: most rows only get new meta.
    if (rows.refresh(slot, record, stamp)) return;
    if (merged) {
      this.#rewrite(pk, slot, merged, record, stamp);
      return;
    }
    const existing = rows.recordAt(slot);
    const known = rows.stampAt(slot);
    if (existing) this.#mergeInto(pk, slot, existing, known!, record);
    else if (!known) rows.write(pk, this.#shareWithVisible(pk, record), stamp);
    // An entity that was removed after the request was sent stays removed.
    else if (known.seq <= stamp.seq && this.#isComplete(pk, record)) {
      rows.write(
        pk,
        this.#shareWithVisible(pk, shareStructure(rows.original(slot), record)),
        stamp,
      );
    }
  }

  /**
   * Whether a record may replace a removed row. The record of an optimistic response must be
   * complete, or observers would see half an entity: it needs a value for each member of the
   * confirmed record, or for each field of the class if the removal is confirmed.
   */
  #isComplete(pk: string, record: object): boolean {
    const { confirmed } = this.#order;
    if (!confirmed) return true;
    const members = record as Readonly<Record<string, unknown>>;
    const complete = confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema);
    return Object.entries(complete).every(
      ([name, value]) => value === undefined || members[name] !== undefined,
    );
  }

  #mergeInto(pk: string, slot: number, existing: object, known: Stamp, record: object): void {
    const { schema } = this;
    const stamp = this.#stampOf(pk);
    if (this.#mergesByDefault && known.seq <= stamp.seq) {
      // `mergeRecords` keeps the references of equal members.
      const meta = stampAfter(known, stamp, existing, record, this.#order.hasOlderInFlight);
      this.#rewrite(pk, slot, existing, mergeRecords(existing, record), meta);
    } else if (this.#mergesByDefault) {
      const news = lateMembers(known, existing, record, stamp.seq);
      const isOfLayer = this.#order.confirmed !== undefined && Object.keys(news).length > 0;
      // The row belongs to a layer, and each member keeps its seq.
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

  /** If the record equals the one before the commit, keeps that reference. */
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
    // An optimistic response does not clear the taint of the confirmed row.
    const isTainted = confirmed?.has(key, pk) && confirmed.stamp(key, pk)!.expiresAt === 0;
    return isTainted ? this.#tainted(stamp) : stamp;
  }

  /** Returns one object that all rows of the response share. */
  #tainted(stamp: Stamp): Stamp {
    if (this.#taintedStamp?.seq !== stamp.seq) this.#taintedStamp = { ...stamp, expiresAt: 0 };
    return this.#taintedStamp;
  }
}
