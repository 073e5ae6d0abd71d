import { EntityVisitor, type EntityWalk } from '../../data/normalize/EntityVisitor.ts';
import { Entity, declaresVersion, isOutdated, mergesByDefault } from '../../data/schema/Entity.ts';
import { beginFollowing } from '../../data/schema/followers.ts';
import type {
  EntityClass,
  EntityMeta,
  RecordFollower,
  StoreWalk,
} from '../../data/schema/Schema.ts';
import { defaultsOf, type EntityPlan } from '../../data/schema/entity/entityPlan.ts';
import { mergeRecords } from '../../data/schema/entity/mergeRecords.ts';
import { heldInput } from '../../data/schema/entity/sharedPlan.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { shareStructure } from '../../shared/shareStructure.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { KindDraft } from '../table/KindDraft.ts';
import type { ContestedRows, Meta } from './Action.ts';
import { hasMembersOf, noteReturn } from './returnedRows.ts';
import { lateMembers, metaAfter, metaWith, replacesNewer, type RowMeta } from './RowMeta.ts';

/** The walk over one response that writes rows. */
export interface RowWalk extends EntityWalk, Pick<StoreWalk, 'isRead' | 'objectTokens' | 'search'> {
  readonly draft: EntityTableDraft;
  readonly meta: Meta;
  /** Rows in which the response is older than responses or layers of later mutations. */
  readonly overtaken:
    { readonly rows: Pick<EntityKeySet, 'has'>; readonly meta: EntityMeta } | undefined;
  /** Rows in which the response may be older than a message; and those in which it contradicts it. */
  readonly contested: ContestedRows | undefined;
  contradicted: EntityKeySet | undefined;
  /**
   * The rows that were written, except those whose own version decides which write wins; and those
   * that were removed. Only if the sender requested them.
   */
  readonly touched: EntityKeySet | undefined;
  readonly removed: EntityKeySet | undefined;
  /** The written rows that are not in {@link touched}; only of an optimistic layer. */
  readonly versioned: EntityKeySet | undefined;
  /** A walk over what an earlier write has brought. */
  since(meta: EntityMeta): EntityWalk;
}

/**
 * Writes the entities of one class. A newer seq replaces a row member by member. An older one only
 * adds missing members, and never restores an entity that was removed after the request was sent.
 */
export class RowWriter extends EntityVisitor<RowWalk> {
  /** Set by {@link find}: the order of entity keys is that in which rows of them are looked for. */
  rows: KindDraft | undefined;
  /** The meta of all rows; `undefined` if it is not the same for all. */
  readonly meta: EntityMeta | undefined;
  /** Whether records are replaced by equal visible ones, or frozen. */
  readonly shares: boolean;
  readonly mergesByDefault: boolean;
  readonly keepsKnown: boolean;
  /** Whether each member has a seq: an older response may still bring some of them. */
  readonly keepsSeqs: boolean;
  readonly touched: EntityKeySet | undefined;
  /** The contested rows, unless the class itself decides which write wins. */
  readonly contested: ContestedRows | undefined;
  readonly follower: RecordFollower | undefined;

  constructor(schema: EntityClass, response: RowWalk) {
    super(schema, response);
    const { draft, meta, overtaken, touched, versioned } = response;
    this.rows = undefined;
    this.meta = overtaken || draft.confirmed ? undefined : meta;
    this.shares = DEVELOPMENT || draft.visible !== undefined;
    this.mergesByDefault = mergesByDefault(schema);
    this.keepsSeqs = meta.oldestInFlight !== undefined;
    this.keepsKnown =
      this.mergesByDefault && !this.keepsSeqs && schema.validate === Entity.validate;
    this.touched = touched && declaresVersion(schema) ? versioned : touched;
    this.contested =
      this.mergesByDefault && !declaresVersion(schema) ? response.contested : undefined;
    this.follower = beginFollowing(schema.key, response);
  }

  find(pk: string): object | undefined {
    const rows = (this.rows ??= this.walk.draft.rows(this.schema.key));
    const slot = (this.slot = rows.slotOf(pk));
    if (this.plan.mayHoldInput) this.#settle(pk, slot, this.plan);
    const record = this.keepsKnown && slot >= 0 ? rows.recordAt(slot) : undefined;
    if (!record) return undefined;
    // In a tainted row, it matters which members the response brings.
    const known = rows.metaAt(slot)!;
    const meta = this.meta ?? this.#metaOf(pk);
    this.isWritten = known === meta;
    if (this.contested?.isContested(this.schema.key, pk)) return undefined;
    return known.seq <= meta.seq && known.expiresAt > 0 ? record : undefined;
  }

  /**
   * Normalizes the input that the known record holds: the response may not bring the member again.
   * What it nests is as old as the record. Input that cannot be normalized is dropped.
   */
  #settle(pk: string, slot: number, { written }: EntityPlan): void {
    const rows = this.rows!;
    const record = rows.recordAt(slot) as Readonly<Record<string, unknown>> | undefined;
    if (!record) return;
    const meta = rows.metaAt(slot)!;
    for (const { name, schema } of heldInput(written, record)) {
      const set = (value: unknown): void => {
        const next = { ...rows.recordAt(slot), [name]: value };
        rows.set(slot, this.#shareWithVisible(pk, next), meta);
      };
      // The input may contain the entity itself.
      set(undefined);
      try {
        set(this.walk.since(meta).visitMember(record, schema, record[name], name));
      } catch {
        // The response did not bring it.
      }
    }
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
      const { draft } = this.walk;
      // Rows of a page or a storage have the seq 0, and so have their results.
      if (!draft.confirmed) noteReturn(draft, this.schema, pk, record, known.seq || 1);
      if (this.contested && known.seq > this.contested.seq) {
        this.#contradicts(pk);
        this.walk.removed?.add(this.schema.key, pk);
      }
      const shared = shareStructure(rows.base.recordAt(slot), record);
      this.follower?.changed(pk, undefined, shared);
      rows.write(pk, this.#shareWithVisible(pk, shared), meta);
    } else this.follower?.outdated(pk, record, undefined);
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
    return hasMembersOf(record, confirmed.get(this.schema.key, pk) ?? defaultsOf(this.schema));
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
      const { contested } = this;
      const isContested = known !== meta && contested?.isContested(schema.key, pk);
      if (isContested && replacesNewer(known, existing, merged, contested!.seq)) {
        this.#contradicts(pk);
      }
      next = metaAfter(known, meta, existing, record, this.keepsSeqs);
    } else if (this.mergesByDefault) {
      const news = lateMembers(known, existing, record, meta.seq);
      const isInLayer = this.walk.draft.confirmed !== undefined;
      merged = mergeRecords(existing, news);
      this.follower?.outdated(pk, record, merged);
      next = metaWith(known, news, meta.seq, isInLayer);
    } else if (known === meta) {
      merged = shareStructure(existing, schema.merge(existing, record));
    } else {
      merged = shareStructure(existing, schema.mergeWithStore(known, meta, existing, record));
      next = schema.mergeMetaWithStore(known, meta, existing, record);
    }
    this.#replace(pk, slot, existing, merged, next);
  }

  #contradicts(pk: string): void {
    (this.walk.contradicted ??= new EntityKeySet()).add(this.schema.key, pk);
  }

  /** If the record equals the one before the commit, keeps that reference. */
  #replace(pk: string, slot: number, existing: object, merged: object, meta: EntityMeta): void {
    const rows = this.rows!;
    const original = rows.base.recordAt(slot);
    // After a conflict, lists and numbers may not be those of the record. A read changes nothing on the server.
    const isUnsure = !this.walk.isRead && rows.metaAt(slot)!.expiresAt === 0;
    if (merged !== existing || isUnsure) this.follower?.changed(pk, existing, merged);
    const isNew = merged !== existing && original !== existing;
    const record = isNew ? shareStructure(original, merged) : merged;
    rows.set(slot, this.shares ? this.#shareWithVisible(pk, record, original) : record, meta);
  }

  /** `known`: what the record shares its parts with. */
  #shareWithVisible(pk: string, record: object, known?: object): object {
    const visible = this.walk.draft.visible?.get(this.schema.key, pk);
    const next = visible === known ? record : shareStructure(visible, record);
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
    const record = rows.recordAt(this.slot);
    if (record) this.follower?.changed(pk, record, undefined);
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
