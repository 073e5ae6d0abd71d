import type { EntitySink } from '../normalize/EntitySink.ts';
import type { EntitySource } from '../normalize/EntitySource.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import type { Stamp } from '../table/Stamp.ts';
import type { TableReader } from '../table/TableReader.ts';
import type { SetResponseAction } from './Action.ts';
import type { RowSet } from '../table/RowSet.ts';
import { RowWriter, type WriteOrder } from './RowWriter.ts';
import type { Absence } from './Suspects.ts';

/** Writes the entities of one answer into the table. */
export class TableSink implements EntitySink, WriteOrder {
  readonly #draft: EntityTableDraft;
  readonly stamp: Stamp;
  readonly awaitsOlder: boolean;
  /** The place at which the mutation was sent. */
  readonly sentSeq: number | undefined;
  readonly overtaken: WriteOrder['overtaken'];
  readonly touched: RowSet | undefined;
  /** Takes the rows that are removed. */
  readonly #removed: RowSet | undefined;
  readonly #absence: Absence | undefined;
  readonly shown: TableReader | undefined;
  readonly beneath: TableReader | undefined;
  /** The classes written last: an owner and its members take turns. */
  #recent: RowWriter | undefined;
  #other: RowWriter | undefined;
  #writers: Map<EntityClass, RowWriter> | undefined;
  #wholeKinds: EntityClass[] | undefined;

  constructor(
    draft: EntityTableDraft,
    stamp: Stamp,
    awaitsOlder: boolean,
    extras: Partial<SetResponseAction>,
    shown: TableReader | undefined,
    beneath: TableReader | undefined,
  ) {
    // Taken apart: errors hold what the walk holds, and that must not be the answer.
    const { placeholdersOf, settles, touched, removed, overtaken, absence } = extras;
    this.#draft = draft;
    this.stamp = stamp;
    this.awaitsOlder = awaitsOlder;
    this.sentSeq = placeholdersOf ?? settles;
    this.overtaken = overtaken && {
      rows: overtaken.rows,
      stamp: { ...stamp, seq: overtaken.seq },
    };
    this.touched = touched;
    this.#removed = removed;
    this.#absence = absence;
    this.shown = shown;
    this.beneath = beneath;
  }

  /** Kinds of which the answer brings all entities. */
  get wholeKinds(): readonly EntityClass[] | undefined {
    return this.#wholeKinds;
  }

  get source(): EntitySource {
    return this.#draft;
  }

  known(schema: EntityClass, pk: string): object | undefined {
    return this.#writer(schema).known(pk);
  }

  merge(schema: EntityClass, pk: string, record: object, known?: object): void {
    this.#writer(schema).merge(pk, record, known);
  }

  remove(schema: EntityClass, pk: string): void {
    this.#removed?.add(schema.key, pk);
    this.#writer(schema).remove(pk);
  }

  /** No row has an empty primary key: it stands for those that nobody knows. */
  touchUnknown(kind: string): void {
    this.touched?.add(kind, '');
  }

  declareKind(schema: EntityClass): void {
    (this.#wholeKinds ??= []).push(schema);
  }

  /** The answer is whole: what it lacks of a kind of which it brings all may be gone. */
  end(): void {
    const { stamp, touched } = this;
    const absence = this.#absence;
    if (!absence || !this.#wholeKinds) return;
    for (const schema of this.#wholeKinds) {
      const lacks = (kind: string, pk: string): boolean =>
        kind === schema.key && this.#draft.stamp(kind, pk)?.seq !== stamp.seq;
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
      writer = new RowWriter(schema, this.#draft.rows(schema.key), this);
      // Many answers hold one class.
      const other = this.#other;
      if (other) {
        this.#writers ??= new Map<EntityClass, RowWriter>();
        this.#writers.set(other.schema, other).set(schema, writer);
      }
    }
    return writer;
  }
}
