import type { StateObservable } from '../../kernel/streams/StateObservable.ts';
import type { Explanation } from './explain.ts';
import type { Recording, RecordingOptions } from './Recording.ts';
import type { ContainerReport, EntityReport, KeyReport, LayerReport, Snapshot } from './reports.ts';

/**
 * Reads what a store contains and does, for devtools. All methods are bound. Every method throws
 * `SB_DISPOSED` after `store.dispose()`.
 */
export interface Inspector {
  /** All keys of the store, in the order of their first use. */
  keys(): readonly KeyReport[];
  /** One key; `undefined` if the store does not hold it. */
  key(key: string): KeyReport | undefined;
  /** The optimistic layers of the present. */
  layers(): readonly LayerReport[];
  /** The entity, with its meta, in the state that the page shows. */
  entity(entityKey: string, pk: string): EntityReport | undefined;
  /** The pks of the removed entities of a class that the store remembers. */
  removed(entityKey: string): readonly string[];
  /** The keys and entities whose data contains the entity, as far as it was read. */
  containersOf(entityKey: string, pk: string): readonly ContainerReport[];
  /**
   * Where a value comes from: an object that the store gave to an observer (an entity, a list, a
   * member of the data). `undefined`: the store did not make it, or replaced it since.
   */
  explain(value: unknown): Explanation | undefined;

  // --- commands for one key; none of them does anything if the store does not hold the key
  /** Fetches the key, whatever its status. Rejects with the failure of the request. */
  refetch(key: string): Promise<unknown>;
  /** Makes the result stale: it stays visible, and observers refetch at once. */
  expire(key: string): void;
  /** Invalidates the result: its data is not shown any more, and observers fetch it again. */
  invalidate(key: string): void;
  /** Sets an error, as if the request had failed with it. */
  fail(key: string, error: Error): void;
  /**
   * Forgets the result, as garbage collection does. Entities stay. Observers fetch the key again,
   * unless its data can be inferred from them.
   */
  remove(key: string): void;
  /**
   * Writes a record in place of that of an entity, as if a response had brought it. Members that
   * equal the visible ones stay as they are confirmed. Does nothing if the store has no such entity.
   */
  edit(entityKey: string, pk: string, record: object): void;

  // --- what happened
  /**
   * Records commits and requests from now on, until it is stopped. Each call makes another
   * recording.
   */
  record(options?: RecordingOptions): Recording;

  // --- time travel
  /** The time by the store's clock, ms since epoch; that of the snapshot while it shows one. */
  now(): number;
  /** The latest state of the store, also while it shows another one. */
  present(): Snapshot;
  /** The snapshot that the store shows instead of the present; `undefined`: it shows the present. */
  readonly shown$: StateObservable<Snapshot | undefined>;
  /**
   * Shows an earlier snapshot: all observers and components get its data, and `entities$` its
   * entities. Until {@link showPresent}, nothing is fetched for observers, responses are held, and
   * writes do not become visible. `store.reset()` ends it.
   */
  show(snapshot: Snapshot): void;
  /** Shows the present again, with all that was held. */
  showPresent(): void;
}
