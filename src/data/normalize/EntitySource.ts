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
