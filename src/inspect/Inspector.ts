import type { EntityMeta } from '../schema/Schema.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { StateObservable } from '../streams/StateObservable.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { Explanation } from './explain.ts';
import type { Recording, RecordingOptions } from './Recording.ts';

/** An observer of a key: a component, or a subscriber outside of React. */
export interface ObserverReport {
  /**
   * The component, such as `UserPage`, or the function that subscribed, such as `main (app.ts:12)`.
   * Known in development, for observers that came after the inspector.
   */
  readonly label: string;
  readonly isComponent: boolean;
  /** Whether missing data is fetched for it. */
  readonly isActive: boolean;
}

/** One endpoint key of a store. */
export interface KeyReport {
  /** The endpoint key: it contains the args. */
  readonly key: string;
  /** The endpoint's name. */
  readonly name: string;
  /** The args of the latest call. `undefined` for a hydrated result that was never read. */
  readonly args: readonly unknown[] | undefined;
  /** Status, data, error, times. */
  readonly state: EndpointState<unknown>;
  /** The normalized response: primary keys in its shape. `undefined`: no response was stored. */
  readonly result: unknown;
  readonly observers: readonly ObserverReport[];
}

/** The prediction of a pending mutation, above the confirmed entities. The first one is the lowest. */
export interface LayerReport {
  /** The seq of the mutation; see {@link RequestRecord.seq}. */
  readonly seq: number;
  /** The endpoint's name. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** When the mutation was sent, ms since epoch. */
  readonly at: number;
  /** The entities that it predicts; `record` is `undefined` for a removal. */
  readonly rows: readonly EntityReport[];
}

/** One entity as the table has it. */
export interface EntityReport {
  readonly entityKey: string;
  readonly pk: string;
  /** The record; `undefined` if the entity was removed. */
  readonly record: object | undefined;
  /** When it was requested and received, and when it becomes stale; `undefined` if unknown. */
  readonly meta: EntityMeta | undefined;
}

/** What contains an entity: a key, or another entity. */
export type ContainerReport =
  | { readonly type: 'key'; readonly key: string; readonly name: string }
  | { readonly type: 'entity'; readonly entityKey: string; readonly pk: string };

/** The state of a store at one moment. It shares what did not change with the snapshots around it. */
export interface Snapshot {
  /** The number of the commit that made it; 0 for the state before the first one. */
  readonly version: number;
  /** When it became the present, ms since epoch. */
  readonly at: number;
  /** The visible entities, with optimistic layers. */
  readonly entities: EntityTable;
}

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
  /** Forgets the result, as garbage collection does. Entities stay. Observers fetch it again. */
  remove(key: string): void;
  /**
   * Writes a record in place of that of an entity, as if a response had brought it. Does nothing
   * if the store has no such entity.
   */
  edit(entityKey: string, pk: string, record: object): void;

  // --- what happened
  /**
   * Records commits and requests from now on, until it is stopped. Each call makes another
   * recording.
   */
  record(options?: RecordingOptions): Recording;

  // --- time travel
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
