import type { EntityClass } from '../schema/EntityClass.ts';
import type { EntitySource } from './EntitySource.ts';

/** Where a walk puts the entities it finds. */
export interface EntitySink {
  /** What is stored, with all that was put here so far. */
  readonly source: EntitySource;
  /** Place in the store's order at which the mutation was sent whose answer this is. */
  readonly sentSeq: number | undefined;
  /** The stored record, where a record that brings nothing else would be merged into that very one. */
  known(schema: EntityClass, pk: string): object | undefined;
  /** Adds a record, merged with what is known of the entity; `known`: it is, with that very record. */
  merge(schema: EntityClass, pk: string, record: object, known?: object): void;
  /** Removes an entity. */
  remove(schema: EntityClass, pk: string): void;
  /** Records that the answer tells of rows of a kind that are not known yet. */
  touchUnknown(kind: string): void;
  /** Records that all entities of the kind were asked for. */
  declareKind(schema: EntityClass): void;
}
