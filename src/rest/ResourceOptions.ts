import type { NonFilterArguments } from '../schema/CollectionOptions.ts';
import type { PathText, RestOptions } from './RestOptions.ts';
import type { RestEndpoint } from './RestEndpoint.ts';

/** A class to make the endpoints of a resource from: {@link RestEndpoint} or one that extends it. */
export type RestEndpointClass = new (options: RestOptions) => RestEndpoint;

/** A class to make the list of a resource from: `schema.Collection` or one that extends it. */
export type CollectionClass = new (schema: never, options?: never) => object;

/** What {@link resource} is made of; other options and members go to all its endpoints. */
export interface ResourceOptions extends RestOptions {
  /** Path of one item; the path of the list is this without the last segment that has a parameter. */
  readonly path: PathText;
  /** What one item is made of. */
  readonly schema: unknown;
  /** Says the type of the parameters of the list that are not in its path. Default: any. */
  readonly searchParams?: object | undefined;
  /** Says the type of what is sent, as in `body: {} as NewUser`. Default: the members of the entity, all optional. */
  readonly body?: unknown;
  /** True: `update`, `partialUpdate`, `delete` and what adds to, moves in and takes from the list are shown before they are confirmed. Needs an entity as schema. Default false. */
  readonly optimistic?: boolean | undefined;
  /** Class of the endpoints. Default {@link RestEndpoint}. */
  readonly Endpoint?: RestEndpointClass;
  /** Class of the list. Default `schema.Collection`. */
  readonly Collection?: CollectionClass;
  /** Parameters of the list that say nothing of its members, as those that sort: a created item goes into lists with any value of them. Default: those that begin with `order`. */
  readonly nonFilterArgumentKeys?: NonFilterArguments;
  readonly method?: undefined;
  readonly sideEffect?: undefined;
  readonly fetch?: undefined;
}
