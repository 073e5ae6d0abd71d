import type { EntityClass } from '../schema/Schema.ts';

/** Where a walk reads entities: a table, its draft, or plain maps. */
export interface EntitySource {
  /** The record of an entity; `undefined` if there is none. */
  get(entityKey: string, pk: string): object | undefined;
  /**
   * Visits the records of an entity key in insertion order; `ordinal` is comparable across entity
   * keys.
   */
  forEach(entityKey: string, visit: (record: object, pk: string, ordinal: number) => void): void;
}

/** Receives the entities that a walk finds. */
export interface EntitySink {
  /** The stored entities, with all changes of this sink so far. */
  readonly source: EntitySource;
  /** The seq of the mutation that brought the response; `undefined` for reads. */
  readonly sentSeq: number | undefined;
  /** The stored record, if a record that brings nothing new would leave it unchanged. */
  known(schema: EntityClass, pk: string): object | undefined;
  /**
   * Merges a record into the entity. `known` is the record of {@link known}, if the new record
   * brings nothing else.
   */
  merge(schema: EntityClass, pk: string, record: object, known?: object): void;
  /** Removes an entity. */
  remove(schema: EntityClass, pk: string): void;
  /** Notes that the response mentions unknown rows of an entity key. */
  touchUnknown(entityKey: string): void;
  /** Notes that all entities of the class were requested. */
  declareKind(schema: EntityClass): void;
}
