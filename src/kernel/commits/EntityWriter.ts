import { NormalizeWalk, type WalkOptions } from '../../data/normalize/NormalizeWalk.ts';
import type { EntityClass, EntityMeta, RecordTokens } from '../../data/schema/Schema.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { pkOfCall } from '../../data/schema/entity/usablePk.ts';
import { isPlainObject } from '../../shared/isPlainObject.ts';
import { noteClass } from '../../data/schema/declarationWarnings.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { ContestedRows, Meta, SetResponseAction } from './Action.ts';
import { missingRows } from './applyExpiry.ts';
import type { RowMeta } from './RowMeta.ts';
import { type RowWalk, RowWriter } from './RowWriter.ts';

/** The parts of an action that determine the meta of its writes. */
type Write = Pick<SetResponseAction, 'meta'> &
  Partial<
    Pick<SetResponseAction, 'contested' | 'keep' | 'sentSeq' | 'overtaken' | 'reportsRows'>
  > & {
    /** Where an optimistic layer reads entities. Default: the draft. */
    readonly source?: TableReader;
  };

type Members = Readonly<Record<string, unknown>>;

/** Writes the entities of one response into the draft of a commit. */
export class EntityWriter extends NormalizeWalk implements RowWalk {
  readonly draft: EntityTableDraft;
  declare protected readonly source: TableReader;
  declare readonly lineage: EntityTableDraft['lineage'];
  readonly meta: Meta;
  declare readonly sentSeq: number | undefined;
  readonly overtaken:
    { readonly rows: Pick<EntityKeySet, 'has'>; readonly meta: EntityMeta } | undefined;
  readonly contested: ContestedRows | undefined;
  contradicted: EntityKeySet | undefined;
  readonly touched: EntityKeySet | undefined;
  readonly removed: EntityKeySet | undefined;
  readonly versioned: EntityKeySet | undefined;
  readonly isRead: boolean;
  /** Made for the second class: most writes are of one. */
  protected visitors: Map<EntityClass, RowWriter> | undefined;
  /** The visitor that was looked for last. */
  protected recent: RowWriter | undefined;
  /** Classes of which the response brings all entities, and what each of them does at the end. */
  completeClasses: (readonly [EntityClass, (() => void) | undefined])[] | undefined;

  // Copies members from the action instead of keeping it: errors reference the walk, which must not
  // keep the response in memory.
  constructor(
    draft: EntityTableDraft,
    { meta, contested, keep = false, sentSeq, overtaken, reportsRows, source }: Write,
  ) {
    super();
    this.draft = draft;
    this.lineage = draft.lineage;
    this.source = source ?? draft;
    this.meta = meta;
    this.sentSeq = sentSeq;
    this.overtaken = overtaken && {
      rows: overtaken.rows,
      meta: { ...meta, seq: overtaken.seq },
    };
    this.contested = contested;
    this.contradicted = undefined;
    this.touched = reportsRows ? new EntityKeySet() : undefined;
    this.removed = reportsRows ? new EntityKeySet() : undefined;
    this.versioned = source && new EntityKeySet();
    this.isRead = keep;
    this.visitors = this.recent = undefined;
    this.completeClasses = undefined;
  }

  since(meta: EntityMeta): EntityWriter {
    const { draft } = this;
    // A list may have changed since then: nothing has kept its changes.
    draft.lineage.hasExpired = true;
    const old = { ...meta, expiresAt: 0, epoch: draft.epoch };
    const walk = new EntityWriter(draft, { meta: old });
    walk.run(undefined, undefined, { args: [], subject: 'set' });
    return walk;
  }

  /**
   * Normalizes a value and writes its entities; returns the ids in the value's shape. `isUpdate`:
   * the value is of the entity that the args name.
   */
  write(schema: unknown, value: unknown, options: WalkOptions, isUpdate = false): unknown {
    const result = this.run(schema, value, options);
    if (isUpdate) this.#rename(schema, result, options);
    if (this.completeClasses) this.#end(this.completeClasses);
    const { recent, visitors } = this;
    if (visitors) for (const { follower } of [...visitors.values()]) follower?.end();
    else recent?.follower?.end();
    return result;
  }

  search(key: string, tokensOf: RecordTokens, tokens: readonly unknown[]): readonly string[] {
    return this.source.search(key, tokensOf, tokens);
  }

  objectTokens(key: string, tokensOf: RecordTokens): Iterable<unknown> {
    return this.source.objectTokens(key, tokensOf);
  }

  override getEntity(key: string, pk: string): object | undefined {
    return this.source.get(key, this.source.renamedTo(key, pk) || pk);
  }

  invalidate(schema: EntityClass, pk: string, input?: unknown): void {
    const now = this.draft.renamedTo(schema.key, pk) || pk;
    this.removed?.add(schema.key, now);
    this.visitor(schema).remove(now, input);
  }

  /** An empty pk, which no row has, stands for unknown rows of the class. */
  touchUnknown(kind: string): void {
    this.touched?.add(kind, '');
  }

  declareKind(schema: EntityClass, written?: () => void): void {
    (this.completeClasses ??= []).push([schema, written]);
  }

  /** If the args name an entity by another primary key than the response, it is the same entity. */
  #rename(schema: unknown, result: unknown, options: WalkOptions): void {
    if (isPlainObject(result)) {
      // An object around the entity, as in `{ article: Article }`.
      const { schema: members = schema } = Object(schema) as { readonly schema?: unknown };
      const [name, ...others] = Object.keys(Object(members) as object);
      if (name === undefined || others.length > 0) return;
      // The cast holds: members that are not there read as undefined.
      this.#rename((members as Members)[name], result[name], options);
    } else if (isEntity(schema) && typeof result === 'string') {
      const { key } = schema;
      const pk = pkOfCall(schema, options.args, options.parentArgs);
      const known = pk !== undefined && pk !== result && this.source.get(key, pk);
      if (!known) return;
      const rows = this.draft.rows(key);
      const slot = rows.slotOf(result);
      const record = rows.recordAt(slot);
      const meta = rows.metaAt(slot)!;
      // The response may have both.
      if (!record || rows.metaAt(rows.slotOf(pk)) === meta) return;
      const merged = schema.merge(known, record);
      // Lists follow the entity by the key that they have.
      this.visitor(schema).follower?.renamed(pk, result, known, merged);
      rows.set(slot, DEVELOPMENT ? deepFreeze(merged) : merged, meta);
      const removed: RowMeta = { ...meta, removed: known };
      rows.remove(pk, removed, result);
      this.touched?.add(key, pk);
    }
  }

  /** The response has all entities of some classes: rows that it lacks may be gone. */
  #end(complete: NonNullable<EntityWriter['completeClasses']>): void {
    for (const [schema, written] of complete) {
      this.draft.declare(schema.key);
      written?.();
      if (!this.isRead) continue;
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
