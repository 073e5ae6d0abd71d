import type { EntitySource } from '../normalize/EntitySource.ts';
import { EntityVisitor } from '../normalize/EntityVisitor.ts';
import { NormalizeWalk, type WalkOptions } from '../normalize/NormalizeWalk.ts';
import { Entity, declaresVersion, isOutdated, mergesByDefault } from '../schema/Entity.ts';
import type { EntityClass, EntityMeta, ListChange } from '../schema/Schema.ts';
import { noteClass } from '../schema/declarationWarnings.ts';
import { defaultsOf } from '../schema/entityPlan.ts';
import { mergeRecords } from '../schema/mergeRecords.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { shareStructure } from '../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { KindDraft } from '../table/KindDraft.ts';
import { inSlot } from '../table/StateSlot.ts';
import type { Meta, SetResponseAction } from './Action.ts';
import { missingRows } from './applyExpiry.ts';
import { keepListChange, LIST_CHANGES } from './listChanges.ts';
import { lateMembers, metaAfter, metaWith, type RowMeta } from './RowMeta.ts';

/** The parts of an action that determine the meta of its writes. */
type Write = Pick<SetResponseAction, 'meta'> &
  Partial<Pick<SetResponseAction, 'keep' | 'sentSeq' | 'overtaken' | 'reportsRows'>> & {
    /** Where an optimistic layer reads entities. Default: the draft. */
    readonly source?: EntitySource;
  };

/** Writes the entities of one response into the draft of a commit. */
export class EntityWriter extends NormalizeWalk {
  declare readonly draft: EntityTableDraft;
  declare protected readonly source: EntitySource;
  declare readonly meta: Meta;
  declare readonly sentSeq: number | undefined;
  /** Rows in which the response is older than responses or layers of later mutations. */
  declare readonly overtaken:
    { readonly rows: Pick<EntityKeySet, 'has'>; readonly meta: EntityMeta } | undefined;
  /**
   * The rows that were written, except those whose own version decides which write wins; and those
   * that were removed. Only if the sender requested them.
   */
  declare readonly touched: EntityKeySet | undefined;
  declare readonly removed: EntityKeySet | undefined;
  /** The written rows that are not in {@link touched}; only of an optimistic layer. */
  declare readonly versioned: EntityKeySet | undefined;
  declare protected readonly isResult: boolean;
  /** Made for the second class: most writes are of one. */
  declare protected visitors: Map<EntityClass, RowWriter> | undefined;
  /** The visitor that was looked for last. */
  declare protected recent: RowWriter | undefined;
  /** Classes of which the response brings all entities. */
  declare completeClasses: EntityClass[] | undefined;

  // Copies members from the action instead of keeping it: errors reference the walk, which must not
  // keep the response in memory.
  constructor(
    draft: EntityTableDraft,
    { meta, keep = false, sentSeq, overtaken, reportsRows, source }: Write,
  ) {
    super();
    this.draft = draft;
    this.source = source ?? draft;
    this.meta = meta;
    this.sentSeq = sentSeq;
    this.overtaken = overtaken && {
      rows: overtaken.rows,
      meta: { ...meta, seq: overtaken.seq },
    };
    this.touched = reportsRows ? new EntityKeySet() : undefined;
    this.removed = reportsRows ? new EntityKeySet() : undefined;
    this.versioned = source && new EntityKeySet();
    this.isResult = keep;
    this.visitors = this.recent = undefined;
    this.completeClasses = undefined;
  }

  /** Normalizes a value and writes its entities; returns the ids in the value's shape. */
  write(schema: unknown, value: unknown, options: WalkOptions): unknown {
    const result = this.run(schema, value, options);
    if (this.completeClasses) this.#end(this.completeClasses);
    return result;
  }

  invalidate(schema: EntityClass, pk: string, input?: unknown): void {
    this.removed?.add(schema.key, pk);
    this.visitor(schema).remove(pk, input);
  }

  /** An empty pk, which no row has, stands for unknown rows of the class. */
  touchUnknown(kind: string): void {
    this.touched?.add(kind, '');
  }

  override keepChange(key: string, change: ListChange): void {
    // A layer is replayed above each response.
    if (!this.draft.confirmed) keepListChange(this.draft, this.meta, key, change);
  }

  /** The change of a message that waited may be older than the list, or than others of its changes. */
  override changeList(entityKey: string, pk: string, change: ListChange): void {
    const { draft, meta, sentSeq } = this;
    const list: RowMeta = draft.meta(entityKey, pk)!;
    const isOrdered = sentSeq === undefined && !draft.confirmed;
    if (isOrdered && (list.requested ?? list.seq) > meta.seq) return;
    change(pk, this);
    if (isOrdered) this.applyChanges(entityKey, pk, meta.seq);
  }

  /** `known`: changes that are later are applied. Default: those later than the list, just written. */
  override applyChanges(
    entityKey: string,
    pk: string,
    known = this.draft.meta(entityKey, pk)!.seq,
  ): void {
    const kept = inSlot(this.draft, LIST_CHANGES);
    if (kept.length === 0 || this.draft.confirmed) return;
    for (const { change, key, seq } of kept) {
      if (key === entityKey && seq > known) change(pk, this);
    }
  }

  declareKind(schema: EntityClass): void {
    (this.completeClasses ??= []).push(schema);
  }

  /** The response has all entities of some classes: rows that it lacks may be gone. */
  #end(complete: readonly EntityClass[]): void {
    for (const schema of complete) {
      this.draft.declare(schema.key);
      if (!this.isResult) continue;
      const { gone, unsure } = missingRows(this.draft, schema.key, this.meta.seq);
      for (const pk of gone) this.invalidate(schema, pk);
      for (const pk of unsure) this.touched?.add(schema.key, pk);
    }
  }

  protected visitor(schema: EntityClass): RowWriter {
    const { recent } = this;
    if (recent?.schema === schema) return recent;
    let visitor = this.visitors?.get(schema);
    if (!visitor) {
      if (DEVELOPMENT) noteClass(this.draft.lineage, schema);
      visitor = new RowWriter(schema, this);
      if (recent) (this.visitors ??= new Map([[recent.schema, recent]])).set(schema, visitor);
    }
    return (this.recent = visitor);
  }
}

/**
 * Writes the entities of one class. A newer seq replaces a row member by member. An older one only
 * adds missing members, and never restores an entity that was removed after the request was sent.
 */
class RowWriter extends EntityVisitor<EntityWriter> {
  /** Set by {@link find}: the order of entity keys is that in which rows of them are looked for. */
  declare rows: KindDraft | undefined;
  /** The meta of all rows; `undefined` if it is not the same for all. */
  declare readonly meta: EntityMeta | undefined;
  /** Whether records are replaced by equal visible ones, or frozen. */
  declare readonly shares: boolean;
  declare readonly mergesByDefault: boolean;
  declare readonly keepsKnown: boolean;
  declare readonly touched: EntityKeySet | undefined;

  constructor(schema: EntityClass, response: EntityWriter) {
    super(schema, response);
    const { draft, meta, overtaken, touched, versioned } = response;
    this.rows = undefined;
    this.meta = overtaken || draft.confirmed ? undefined : meta;
    this.shares = DEVELOPMENT || draft.visible !== undefined;
    this.mergesByDefault = mergesByDefault(schema);
    this.keepsKnown =
      this.mergesByDefault && !meta.hasOlderInFlight && schema.validate === Entity.validate;
    this.touched = touched && declaresVersion(schema) ? versioned : touched;
  }

  find(pk: string): object | undefined {
    const rows = (this.rows ??= this.walk.draft.rows(this.schema.key));
    const slot = (this.slot = rows.slotOf(pk));
    const record = this.keepsKnown && slot >= 0 ? rows.recordAt(slot) : undefined;
    if (!record) return undefined;
    // In a tainted row, it matters which members the response brings.
    const known = rows.metaAt(slot)!;
    const meta = this.meta ?? this.#metaOf(pk);
    this.isWritten = known === meta;
    return known.seq <= meta.seq && known.expiresAt > 0 ? record : undefined;
  }

  write(pk: string, slot: number, record: object, merged?: object): void {
    const rows = this.rows!;
    const meta = this.meta ?? this.#metaOf(pk);
    this.touched?.add(this.schema.key, pk);
    // Most rows of a refetch only get new meta.
    if (slot >= 0 && rows.refresh(slot, record, meta)) return;
    this.walk.written++;
    if (slot < 0) rows.write(pk, this.shares ? this.#shareWithVisible(pk, record) : record, meta);
    else if (merged) this.#replace(pk, slot, merged, record, meta);
    else this.#writeOver(pk, slot, record, meta);
  }

  #writeOver(pk: string, slot: number, record: object, meta: EntityMeta): void {
    const rows = this.rows!;
    const existing = rows.recordAt(slot);
    const known = rows.metaAt(slot);
    if (existing) this.#mergeInto(pk, slot, existing, known!, record, meta);
    else if (!known) rows.write(pk, this.#shareWithVisible(pk, record), meta);
    else if (this.#mayRestore(known, meta, record) && this.#isComplete(pk, record)) {
      const shared = shareStructure(rows.base.recordAt(slot), record);
      rows.write(pk, this.#shareWithVisible(pk, shared), meta);
    }
  }

  /**
   * An entity that was removed after the request was sent stays removed, unless versions say
   * something else.
   */
  #mayRestore(known: RowMeta, meta: EntityMeta, record: object): boolean {
    const { schema } = this;
    const { isVersioned, removed } = known;
    if (!removed) return known.seq <= meta.seq;
    if (isOutdated(schema, known, meta, removed, record)) return false;
    return (
      known.seq <= meta.seq ||
      (isVersioned === true && isOutdated(schema, meta, known, record, removed))
    );
  }

  /**
   * Whether a record is enough to replace a removed row. The record of an optimistic response must be
   * complete, or observers would see half an entity: it needs a value for each member of the
   * confirmed record, or for each field of the class if the removal is confirmed.
   */
  #isComplete(pk: string, record: object): boolean {
    const { confirmed } = this.walk.draft;
    if (!confirmed) return true;
    const members = record as Readonly<Record<string, unknown>>;
    const complete = confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema);
    return Object.entries(complete).every(
      ([name, value]) => value === undefined || members[name] !== undefined,
    );
  }

  #mergeInto(
    pk: string,
    slot: number,
    existing: object,
    known: EntityMeta,
    record: object,
    meta: EntityMeta,
  ): void {
    const { schema } = this;
    let merged: object;
    let next = meta;
    if (this.mergesByDefault && known.seq <= meta.seq) {
      // `mergeRecords` keeps the references of equal members.
      merged = mergeRecords(existing, record);
      next = metaAfter(known, meta, existing, record, this.walk.meta.hasOlderInFlight === true);
    } else if (this.mergesByDefault) {
      const news = lateMembers(known, existing, record, meta.seq);
      const isInLayer = this.walk.draft.confirmed !== undefined;
      merged = mergeRecords(existing, news);
      next = metaWith(known, existing, news, meta.seq, isInLayer);
    } else if (known === meta) {
      merged = shareStructure(existing, schema.merge(existing, record));
    } else {
      merged = shareStructure(existing, schema.mergeWithStore(known, meta, existing, record));
      next = schema.mergeMetaWithStore(known, meta, existing, record);
    }
    this.#replace(pk, slot, existing, merged, next);
  }

  /** If the record equals the one before the commit, keeps that reference. */
  #replace(pk: string, slot: number, existing: object, merged: object, meta: EntityMeta): void {
    const rows = this.rows!;
    const original = rows.base.recordAt(slot);
    const isNew = merged !== existing && original !== existing;
    const record = isNew ? shareStructure(original, merged) : merged;
    rows.set(slot, this.shares ? this.#shareWithVisible(pk, record) : record, meta);
  }

  #shareWithVisible(pk: string, record: object): object {
    const visible = this.walk.draft.visible?.get(this.schema.key, pk);
    const next = visible ? shareStructure(visible, record) : record;
    if (DEVELOPMENT) deepFreeze(next);
    return next;
  }

  /** Removes a row. `input`: what the response says of it. */
  remove(pk: string, input: unknown): void {
    const { schema } = this;
    let meta: RowMeta = this.#metaOf(pk);
    this.touched?.add(schema.key, pk);
    this.walk.written++;
    this.find(pk);
    const rows = this.rows!;
    const known: RowMeta | undefined = rows.metaAt(this.slot);
    let isNewer = false;
    if (declaresVersion(schema)) {
      const defaults = defaultsOf(schema);
      const before = rows.recordAt(this.slot) ?? known?.removed ?? defaults;
      const said = this.#processed(input);
      const removed = mergeRecords(before, said);
      const isOlder = (record: object): boolean =>
        isOutdated(schema, known ?? meta, meta, before, record);
      if (isOlder(removed)) return;
      isNewer = isOutdated(schema, meta, known ?? meta, removed, before);
      // A removal may name the version that it removes: without it, it would be older.
      const isNamed = isOlder(defaults) && !isOlder(mergeRecords(defaults, said));
      const isVersioned = isNewer || isNamed || known?.isVersioned === true;
      meta = { ...meta, removed, isVersioned };
    }
    if (known && known.seq > meta.seq && !isNewer) return;
    rows.remove(pk, meta);
  }

  /** The record that a removal brings. `process` may not expect an object that has little more than an id. */
  #processed(input: unknown): object {
    if (typeof input !== 'object' || input === null) return {};
    try {
      return this.schema.process(input, undefined, '', this.walk.args) ?? input;
    } catch {
      return input;
    }
  }

  #metaOf(pk: string): EntityMeta {
    const { draft, meta: own, overtaken } = this.walk;
    const { confirmed } = draft;
    const { key } = this.schema;
    const meta = overtaken?.rows.has(key, pk) ? overtaken.meta : own;
    // An optimistic response does not clear the taint of the confirmed row.
    const isTainted = confirmed?.has(key, pk) && confirmed.meta(key, pk)?.expiresAt === 0;
    return isTainted ? { ...meta, expiresAt: 0 } : meta;
  }
}
