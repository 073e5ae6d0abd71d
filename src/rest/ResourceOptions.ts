import type { NonFilterArguments } from '../schema/CollectionOptions.ts';
import type { PathText, RestOptions } from './RestOptions.ts';
import type { RestEndpoint } from './RestEndpoint.ts';

/** The class of a resource's endpoints: {@link RestEndpoint} or one that extends it. */
export type RestEndpointClass = new (options: RestOptions) => RestEndpoint;

/** The class of a resource's list: `schema.Collection` or one that extends it. */
export type CollectionClass = new (schema: never, options?: never) => object;

/** The options of {@link resource}; further options and members go to all its endpoints. */
export interface ResourceOptions extends RestOptions {
  /**
   * Path of one item. The path of the list is the same without the last segment that has a
   * parameter.
   */
  readonly path: PathText;
  /** Describes one item. */
  readonly schema: unknown;
  /** The type of the list's parameters that are not in its path. Default: any. */
  readonly searchParams?: object | undefined;
  /**
   * The type of the body, as in `body: {} as NewUser`. Default: the members of the entity, all
   * optional.
   */
  readonly body?: unknown;
  /**
   * True: `update`, `partialUpdate`, `delete` and all list changes show before they are confirmed.
   * Needs an entity as schema. Default false.
   */
  readonly optimistic?: boolean | undefined;
  /** Class of the endpoints. Default {@link RestEndpoint}. */
  readonly Endpoint?: RestEndpointClass;
  /** Class of the list. Default `schema.Collection`. */
  readonly Collection?: CollectionClass;
  /**
   * Parameters of the list that do not filter, such as those that sort: a created item joins lists
   * with any value of them. Default: those that begin with `order`.
   */
  readonly nonFilterArgumentKeys?: NonFilterArguments;
  readonly method?: undefined;
  readonly sideEffect?: undefined;
  readonly fetch?: undefined;
}
