import type { EntitySink } from '../normalize/EntitySink.ts';
import type { EntitySource } from '../normalize/EntitySource.ts';
import { NormalizeWalk } from '../normalize/NormalizeWalk.ts';
import type { EntityClass } from '../schema/Schema.ts';
import type { PageNotes } from '../schema/PageNotes.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Stamp } from '../table/Stamp.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { SetResponseAction } from './Action.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import { times } from './RowStamp.ts';
import { RowWriter, type WriteOrder } from './RowWriter.ts';
import type { StoreDraft } from './StoreDraft.ts';
import type { MissingRows } from './DeleteConflicts.ts';

/** How a value is to be normalized. */
interface WalkOptions {
  readonly args: readonly unknown[];
  /** Names the value in error messages. */
  readonly subject: string;
  /** Makes the pks of entities that have none yet. */
  readonly newPk?: (() => string) | undefined;
  /** Records changes of paginated lists. */
  readonly notes?: PageNotes;
}

/** The parts of an action that determine the seq and meta of its writes. */
type Write = Pick<SetResponseAction, 'placing' | 'expiryLength'> &
  Partial<Pick<SetResponseAction, 'sentSeq' | 'overtaken' | 'absence' | 'reportsRows'>>;

/** Writes the entities of one response into the draft of a commit. */
export class TableSink implements EntitySink, WriteOrder {
  readonly #draft: StoreDraft;
  readonly #table: EntityTableDraft;
  readonly stamp: Stamp;
  readonly hasOlderInFlight: boolean;
  readonly sentSeq: number | undefined;
  readonly overtaken: WriteOrder['overtaken'];
  /**
   * The rows that were written, and those of them that were removed; only if the sender requested
   * them.
   */
  readonly touched: EntityKeySet | undefined;
  readonly removed: EntityKeySet | undefined;
  readonly #absence: MissingRows | undefined;
  /** The writers used last: a class and its nested class usually alternate. */
  #recent: RowWriter | undefined;
  #other: RowWriter | undefined;
  #writers: Map<EntityClass, RowWriter> | undefined;
  /** Classes of which the response brings all entities. */
  #completeClasses: EntityClass[] | undefined;

  // Copies members from the action instead of keeping it: errors reference the walk, which must not
  // keep the response in memory.
  constructor(
    draft: StoreDraft,
    { placing, expiryLength, sentSeq, overtaken, absence, reportsRows }: Write,
  ) {
    this.#draft = draft;
    this.#table = draft.entities;
    this.stamp = times(placing, expiryLength);
    this.hasOlderInFlight = placing.hasOlderInFlight === true;
    this.sentSeq = sentSeq;
    this.overtaken = overtaken && {
      rows: overtaken.rows,
      stamp: { ...this.stamp, seq: overtaken.seq },
    };
    this.touched = reportsRows ? new EntityKeySet() : undefined;
    this.removed = reportsRows ? new EntityKeySet() : undefined;
    this.#absence = absence;
  }

  get visible(): TableReader | undefined {
    return this.#draft.visible;
  }

  get confirmed(): TableReader | undefined {
    return this.#draft.confirmed;
  }

  /** Normalizes a value and writes its entities; returns the ids in the value's shape. */
  write(schema: unknown, value: unknown, { args, subject, newPk, notes }: WalkOptions): unknown {
    const result = new NormalizeWalk(this, args, subject, newPk, notes).run(schema, value);
    this.#end();
    return result;
  }

  get source(): EntitySource {
    return this.#table;
  }

  known(schema: EntityClass, pk: string): object | undefined {
    return this.#writer(schema).known(pk);
  }

  merge(schema: EntityClass, pk: string, record: object, known?: object): void {
    this.#writer(schema).merge(pk, record, known);
  }

  remove(schema: EntityClass, pk: string): void {
    this.removed?.add(schema.key, pk);
    this.#writer(schema).remove(pk);
  }

  /** An empty pk, which no row has, stands for unknown rows of the class. */
  touchUnknown(kind: string): void {
    this.touched?.add(kind, '');
  }

  declareKind(schema: EntityClass): void {
    (this.#completeClasses ??= []).push(schema);
  }

  /**
   * The response is complete: suspect rows that it lacks, in classes of which it brings all
   * entities, may be gone.
   */
  #end(): void {
    if (!this.#completeClasses) return;
    for (const { key } of this.#completeClasses) this.#draft.declare(key);
    const { stamp, touched } = this;
    const absence = this.#absence;
    if (!absence) return;
    for (const schema of this.#completeClasses) {
      const lacks = (kind: string, pk: string): boolean =>
        kind === schema.key && this.#table.stamp(kind, pk)?.seq !== stamp.seq;
      absence.gone.forEach((kind, pk) => {
        if (lacks(kind, pk)) this.remove(schema, pk);
      });
      absence.unsure.forEach((kind, pk) => {
        if (lacks(kind, pk)) touched?.add(kind, pk);
      });
    }
  }

  #writer(schema: EntityClass): RowWriter {
    const recent = this.#recent;
    if (recent !== undefined && recent.schema === schema) return recent;
    const other = this.#other;
    this.#other = recent;
    return (this.#recent =
      other !== undefined && other.schema === schema ? other : this.#lookUp(schema));
  }

  #lookUp(schema: EntityClass): RowWriter {
    let writer = this.#writers?.get(schema);
    if (!writer) {
      writer = new RowWriter(schema, this.#table.rows(schema.key), this);
      // Many responses have entities of one class only.
      const other = this.#other;
      if (other) {
        this.#writers ??= new Map<EntityClass, RowWriter>();
        this.#writers.set(other.schema, other).set(schema, writer);
      }
    }
    return writer;
  }
}
