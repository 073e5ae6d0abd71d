import { NormalizeWalk, type WalkOptions } from '../../data/normalize/NormalizeWalk.ts';
import type { EntityClass, EntityMeta, RecordTokens } from '../../data/schema/Schema.ts';
import { noteClass } from '../../data/schema/declarationWarnings.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { Meta, SetResponseAction } from './Action.ts';
import { missingRows } from './applyExpiry.ts';
import { type RowWalk, RowWriter } from './RowWriter.ts';

/** The parts of an action that determine the meta of its writes. */
type Write = Pick<SetResponseAction, 'meta'> &
  Partial<Pick<SetResponseAction, 'keep' | 'sentSeq' | 'overtaken' | 'reportsRows'>> & {
    /** Where an optimistic layer reads entities. Default: the draft. */
    readonly source?: TableReader;
  };

/** Writes the entities of one response into the draft of a commit. */
export class EntityWriter extends NormalizeWalk implements RowWalk {
  declare readonly draft: EntityTableDraft;
  declare protected readonly source: TableReader;
  declare readonly lineage: EntityTableDraft['lineage'];
  declare readonly meta: Meta;
  declare readonly sentSeq: number | undefined;
  declare readonly overtaken:
    { readonly rows: Pick<EntityKeySet, 'has'>; readonly meta: EntityMeta } | undefined;
  declare readonly touched: EntityKeySet | undefined;
  declare readonly removed: EntityKeySet | undefined;
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
    this.lineage = draft.lineage;
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

  since(meta: EntityMeta): EntityWriter {
    const { draft } = this;
    const walk = new EntityWriter(draft, { meta: { ...meta, epoch: draft.epoch } });
    walk.run(undefined, undefined, { args: [], subject: 'set' });
    return walk;
  }

  /** Normalizes a value and writes its entities; returns the ids in the value's shape. */
  write(schema: unknown, value: unknown, options: WalkOptions): unknown {
    const result = this.run(schema, value, options);
    if (this.completeClasses) this.#end(this.completeClasses);
    const { recent, visitors } = this;
    if (visitors) for (const { follower } of [...visitors.values()]) follower?.end();
    else recent?.follower?.end();
    return result;
  }

  search(key: string, tokensOf: RecordTokens, tokens: readonly unknown[]): readonly string[] {
    return this.source.search(key, tokensOf, tokens);
  }

  invalidate(schema: EntityClass, pk: string, input?: unknown): void {
    this.removed?.add(schema.key, pk);
    this.visitor(schema).remove(pk, input);
  }

  /** An empty pk, which no row has, stands for unknown rows of the class. */
  touchUnknown(kind: string): void {
    this.touched?.add(kind, '');
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
