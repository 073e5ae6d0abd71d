import type { EntitySink } from '../normalize/EntitySink.ts';
import type { EntitySource } from '../normalize/EntitySource.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { EntityTableDraft } from '../table/EntityTableDraft.ts';
import { RowWriter, type WriteOrder } from './RowWriter.ts';

/** Writes the entities of one answer into the table. */
export class TableSink implements EntitySink {
  readonly #draft: EntityTableDraft;
  readonly #order: WriteOrder;
  readonly #declare: (kind: string) => void;
  /** The classes written last: an owner and its members take turns. */
  #recent: RowWriter | undefined;
  #other: RowWriter | undefined;
  #writers: Map<EntityClass, RowWriter> | undefined;

  constructor(draft: EntityTableDraft, order: WriteOrder, declare: (kind: string) => void) {
    this.#draft = draft;
    this.#order = order;
    this.#declare = declare;
  }

  get sentSeq(): number | undefined {
    return this.#order.sentSeq;
  }

  get source(): EntitySource {
    return this.#draft;
  }

  known(schema: EntityClass, pk: string): object | undefined {
    return this.#writer(schema).known(pk);
  }

  merge(schema: EntityClass, pk: string, record: object): void {
    this.#writer(schema).merge(pk, record);
  }

  remove(schema: EntityClass, pk: string): void {
    this.#writer(schema).remove(pk);
  }

  /** No row has an empty primary key: it stands for those that nobody knows. */
  touchUnknown(kind: string): void {
    this.#order.touched?.add(kind, '');
  }

  declareKind(schema: EntityClass): void {
    this.#declare(schema.key);
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
      writer = new RowWriter(schema, this.#draft.rows(schema.key), this.#order);
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
