import type { NonFilterArguments } from '../schema/collection/CollectionOptions.ts';
import type {
  ArglessOptions,
  ArgsOptions,
  Declared,
  PathText,
  RestOptions,
} from './RestOptions.ts';
import type { ExtendedEndpoint, ReplacedRest, RestEndpoint } from './RestEndpoint.ts';
import type { UnknownMembers, Without } from '../endpoint/EndpointOptions.ts';
import type { Collection } from '../schema/collection/Collection.ts';
import type { EntityClass } from '../schema/Schema.ts';
import type { Invalidate } from '../schema/Invalidate.ts';
import type { Union } from '../schema/Union.ts';
import type { ResourceBody } from './RestArgs.ts';
import type { ShortenedPath } from './shortenPath.ts';
import type { Show } from './PathArgs.ts';

/** The class of a resource's endpoints: {@link RestEndpoint} or one that extends it. */
type RestEndpointClass = new (options: RestOptions) => RestEndpoint;

/** The class of a resource's list: `schema.Collection` or one that extends it. */
type CollectionClass = new (schema: never, options?: never) => object;

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

/** The endpoints of one resource. `O` are the options of {@link resource}. */
export interface ResourceEndpoints<O extends ResourceOptions> {
  /** Reads one item: `GET /users/:id`. */
  readonly get: RestEndpoint<{ path: O['path']; schema: O['schema']; method: 'GET' }> & Extras<O>;
  /** Reads the list: `GET /users`. */
  readonly getList: RestEndpoint<
    {
      path: ShortenedPath<O['path']>;
      schema: ListOf<O>;
      method: 'GET';
      movePath: O['path'];
      searchParams: 'searchParams' extends keyof O ? O['searchParams'] : Record<string, unknown>;
    } & Pick<O, keyof O & ('body' | 'paginationField')>
  > &
    Extras<O>;
  /** Replaces one item: `PUT /users/:id`. */
  readonly update: RestEndpoint<{
    path: O['path'];
    schema: O['schema'];
    method: 'PUT';
    body: BodyOf<O>;
  }> &
    Extras<O>;
  /** Changes parts of one item: `PATCH /users/:id`. */
  readonly partialUpdate: RestEndpoint<{
    path: O['path'];
    schema: O['schema'];
    method: 'PATCH';
    body: BodyOf<O> extends object ? Partial<BodyOf<O>> : BodyOf<O>;
  }> &
    Extras<O>;
  /** Removes one item, whatever the response: `DELETE /users/:id`. */
  readonly delete: RestEndpoint<{
    path: O['path'];
    schema: O['schema'] extends EntityClass | Union ? Invalidate<O['schema']> : undefined;
    method: 'DELETE';
  }> &
    Extras<O>;
}

/** The members that are not options, and those of the class. */
type Extras<O> = Without<O, keyof ResourceOptions> &
  (O extends { readonly Endpoint: new (options: RestOptions) => infer E }
    ? Without<E, keyof RestEndpoint>
    : unknown);

type BodyOf<O extends ResourceOptions> = 'body' extends keyof O
  ? O['body']
  : ResourceBody<O['schema']>;

/** The schema of the list: a collection if the items are entities, else an array. */
type ListOf<O extends ResourceOptions> = O['schema'] extends EntityClass | Union
  ? O extends { readonly Collection: new (...args: never[]) => infer C }
    ? C
    : Collection<[O['schema']]>
  : O['schema'][];

/**
 * A resource with the endpoints `R` that you can vary. `extend` returns a new resource; this one
 * does not change.
 */
export interface ExtendableResource<R> {
  /** Replaces the endpoint `name`, or adds one that extends `get`. */
  extend<N extends string, X extends Partial<ArglessOptions> & object, D>(
    name: N,
    options: X &
      Declared<D> &
      ArgsOptions<ReplacedRest<OptionsOf<Based<R, N>>, D>> &
      ThisType<Based<R, N> & UnknownMembers>,
  ): ExtendedResource<R, { readonly [M in N]: ExtendedEndpoint<Based<R, N>, X> }>;
  /** Adds and replaces the members that the function returns; it receives this resource. */
  extend<X extends object>(make: (base: R & ExtendableResource<R>) => X): ExtendedResource<R, X>;
  /** Replaces several endpoints: `{ get: { dataExpiryLength: 1_000 } }`. */
  extend<X extends { readonly [M in keyof R]?: Partial<ArglessOptions> & object }, D>(
    options: X & { readonly [M in keyof D]: Declared<D[M]> } & {
      readonly [M in keyof R]?: ArgsOptions<
        ReplacedRest<OptionsOf<R[M]>, M extends keyof D ? D[M] : object>
      >;
    } & { readonly [M in Exclude<keyof D, keyof R>]: never },
  ): ExtendedResource<R, { readonly [M in keyof X & keyof R]: ExtendedEndpoint<R[M], X[M]> }>;
}

/** `R` with the members of `X` replacing its own. */
type ExtendedResource<R, X> = Merged<R, X> & ExtendableResource<Merged<R, X>>;

type Merged<R, X> = Show<Omit<R, keyof X> & X>;

/** The options of an endpoint: `OptionsOf<RestEndpoint<{ path: '/a' }>>` → `{ path: '/a' }`. */
type OptionsOf<E> = E extends RestEndpoint<infer O> ? O : never;

/** The endpoint that `extend` of one endpoint starts from. */
type Based<R, N> = N extends keyof R ? R[N] : R extends { readonly get: infer E } ? E : never;
