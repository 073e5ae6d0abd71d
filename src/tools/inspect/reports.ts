import type { EntityMeta } from '../../data/schema/Schema.ts';
import type { EndpointState } from '../../kernel/streams/EndpointState.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';

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

/**
 * The prediction of a pending mutation, above the confirmed entities. The first one is the lowest.
 * `R`: how it names the entities that it predicts.
 */
export interface LayerReport<R extends EntityName = EntityReport> {
  /** The seq of the mutation; see {@link RequestRecord.seq}. */
  readonly seq: number;
  /** The endpoint's name. */
  readonly name: string;
  readonly args: readonly unknown[];
  /** When the mutation was sent, ms since epoch. */
  readonly at: number;
  /** The entities that it predicts; `record` is `undefined` for a removal. */
  readonly rows: readonly R[];
}

/** The name of one entity. */
export interface EntityName {
  readonly entityKey: string;
  readonly pk: string;
}

/** One entity as the table has it. */
export interface EntityReport extends EntityName {
  /** The record; `undefined` if the entity was removed. */
  readonly record: object | undefined;
  /** When it was requested and received, and when it becomes stale; `undefined` if unknown. */
  readonly meta: EntityMeta | undefined;
}

/** What contains an entity: a key, or another entity. */
export type ContainerReport =
  | { readonly type: 'key'; readonly key: string; readonly name: string }
  | ({ readonly type: 'entity' } & EntityName);

/** The state of a store at one moment. It shares what did not change with the snapshots around it. */
export interface Snapshot {
  /** The number of the commit that made it; 0 for the state before the first one. */
  readonly version: number;
  /** When it became the present, ms since epoch. */
  readonly at: number;
  /** The visible entities, with optimistic layers. */
  readonly entities: EntityTable;
}
