import {
  changedRecord,
  optimisticMembers,
  processWritten,
} from '../../data/schema/entity/changedRecord.ts';
import { Collection } from '../../data/schema/collection/Collection.ts';
import type {
  CollectionKey,
  CollectionMember,
  ListOrder,
  NonFilterArguments,
} from '../../data/schema/collection/CollectionOptions.ts';
import type {
  OptionOf,
  Replaced,
  UnknownMembers,
  Without,
} from '../../data/endpoint/EndpointOptions.ts';
import type { KeptPolling } from '../../data/endpoint/LiveEndpoint.ts';
import type { Spelled } from '../../data/endpoint/MisspelledOption.ts';
import type { PagesOption } from '../../data/endpoint/PagesOption.ts';
import type { Denormalize } from '../../data/schema/Denormalize.ts';
import { Invalidate } from '../../data/schema/Invalidate.ts';
import { isEntity } from '../../data/schema/isEntity.ts';
import { isUnion } from '../../data/schema/Polymorphic.ts';
import type { EntityClass } from '../../data/schema/Schema.ts';
import type { Union } from '../../data/schema/Union.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Show } from './PathArgs.ts';
import {
  type ExtendedEndpoint,
  type PartOf,
  type ReplacedRest,
  RestEndpoint,
} from './RestEndpoint.ts';
import type {
  ArglessOptions,
  ArgsOptions,
  Declared,
  FittingPrediction,
  PathText,
  RestOptions,
  ResourceBody,
  SpelledRest,
} from './RestOptions.ts';
import { type ShortenedPath, shortenPath } from './parsePath.ts';

/**
 * Makes the endpoints of one resource: `get`, `getList` (with `push`, `unshift`, `assign`,
 * `remove`, `move`, `getPage`), `update`, `partialUpdate`, `delete`; `extend` makes variants.
 * Throws `SB_PATH_INVALID` for a path without parameter, `SB_OPTION_INVALID` for `optimistic`
 * without an entity.
 *
 * @example
 * ```ts
 * const UserResource = resource({ path: '/users/:id', schema: User });
 * const user$ = store.observe(UserResource.get, { id: '1' });
 * const users$ = store.observe(UserResource.getList);
 * await store.fetch(UserResource.getList.push, { name: 'Cid' });
 * await store.fetch(UserResource.partialUpdate, { id: '1' }, { name: 'Ann' });
 * await store.fetch(UserResource.delete, { id: '2' });
 * ```
 */
export function resource<O extends ResourceOptions, D>(
  options: O &
    Declared<D> &
    Spelled<D, keyof ResourceOptions> & {
      readonly pages?: PagesOfList<D> | undefined;
    } & OrderOfList<D>,
): Resource<O> {
  const { path, schema, name, optimistic = false, Endpoint = RestEndpoint } = options;
  const label = name ?? (schema as { key?: string } | undefined)?.key ?? path;
  const entity = isEntity(schema) ? schema : undefined;
  if (optimistic && !entity) {
    throw new StreambedError(
      'SB_OPTION_INVALID',
      `Resource "${label}": optimistic needs an entity class as schema.`,
    );
  }
  // The options win over fields of the class. The cast holds: the result's types describe the
  // differences.
  const base = new Endpoint({ path }).extend(sharedOptions(options)) as RestEndpoint;
  const written = entity && {
    process: processWritten(base, (params, body) => changedRecord(entity, params, body)),
  };
  const isPredicted = optimistic && entity && options.getOptimisticResponse === undefined;
  const shown: Readonly<Record<string, object>> = isPredicted ? optimisticMembers(entity) : {};
  const made = (member: string, method: string, changes?: Partial<RestOptions>): unknown =>
    base.extend({ name: `${label}.${member}`, method, ...changes, ...shown[member] });
  const endpoints = {
    get: made('get', 'GET'),
    getList: made('getList', 'GET', {
      path: shortenPath(path),
      schema: listOf(options),
      movePath: path,
      optimistic,
      ...(options.pages && { pages: options.pages }),
    }),
    update: made('update', 'PUT', written),
    partialUpdate: made('partialUpdate', 'PATCH', written),
    delete: made('delete', 'DELETE', {
      schema: holdsEntities(schema) ? new Invalidate(schema) : undefined,
    }),
  };
  // The types follow from the options, which are only RestOptions here.
  return withExtend(endpoints, label) as never;
}

/** The options and members of all endpoints. Copying descriptors keeps getters. */
function sharedOptions(options: ResourceOptions): Partial<RestOptions> {
  const shared: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(options);
  for (const own of ['Endpoint', 'Collection', 'optimistic', 'pages', ...LIST_OPTIONS]) {
    delete shared[own];
  }
  return Object.defineProperties({}, shared);
}

/** The options of the list, as those of a `Collection`. */
const LIST_OPTIONS = ['nonFilterArgumentKeys', 'filter', 'sort', 'follows'] as const;

function listOf({ schema, ...options }: ResourceOptions): unknown {
  if (!holdsEntities(schema)) return [schema];
  const given = LIST_OPTIONS.filter((name) => options[name] !== undefined);
  const listOptions = Object.fromEntries(given.map((name) => [name, options[name]]));
  // The cast holds: a custom class extends Collection.
  const List = (options.Collection ?? Collection) as typeof Collection;
  return new List([schema], listOptions);
}

/** Whether a schema is one entity class, or several. */
function holdsEntities(schema: unknown): schema is EntityClass | Union {
  return isEntity(schema) || isUnion(schema);
}

type Members = Readonly<Record<string, unknown>>;

/** Adds `extend` to the members of a resource. `label` prefixes the names of added endpoints. */
function withExtend(members: Members, label: string): Members {
  const whole: Members = {
    ...members,
    extend(change: unknown, options: object = {}): Members {
      if (typeof change === 'function') {
        const changed = (change as (base: Members) => Members)(whole);
        return withExtend({ ...members, ...changed }, label);
      }
      const isOne = typeof change === 'string';
      const changes = isOne ? { [change]: options } : (change as Members);
      const extended: Record<string, unknown> = { ...members };
      for (const [name, given] of Object.entries(changes)) {
        const isAdded = isOne && members[name] === undefined;
        const base = members[isAdded ? 'get' : name] as { extend?: (options: unknown) => unknown };
        if (typeof base?.extend !== 'function') {
          throw new StreambedError(
            'SB_OPTION_INVALID',
            `Resource "${label}": there is no endpoint "${name}" to extend.`,
          );
        }
        extended[name] = base.extend(isAdded ? { name: `${label}.${name}`, ...options } : given);
      }
      return withExtend(extended, label);
    },
  };
  return whole;
}

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
  readonly Endpoint?: RestEndpointClass | undefined;
  /** Class of the list. Default `schema.Collection`. */
  readonly Collection?: CollectionClass | undefined;
  /**
   * Parameters of the list that do not filter, such as those that sort: a created item joins lists
   * with any value of them. Default: those that begin with `order`.
   */
  readonly nonFilterArgumentKeys?: NonFilterArguments | undefined;
  /** Whether a stored record belongs in the list, see `schema.Collection`. Default: its members equal the parameters. */
  readonly filter?: ((listArgs: CollectionKey, record: never) => boolean | undefined) | undefined;
  /** The order of the list, see `schema.Collection`. Default: the server's. */
  readonly sort?: ((a: never, b: never, listArgs: CollectionKey) => number) | undefined;
  /** False: only `push`, `unshift`, `remove` and `move` change the list. Default: true. */
  readonly follows?: boolean | undefined;
  readonly method?: undefined;
  readonly sideEffect?: undefined;
  readonly fetch?: undefined;
}

/** The option `pages` of the list. */
type PagesOfList<O> = PagesOption<
  Denormalize<OptionOf<O, 'schema'>>[],
  Exclude<OptionOf<O, 'searchParams', Record<string, unknown>>, undefined>
>;

/** The options `filter` and `sort` of the list. */
type OrderOfList<O> = ListOrder<CollectionMember<readonly [OptionOf<O, 'schema'>]>>;

/** What {@link resource} returns for the options `O`. */
export type Resource<O extends ResourceOptions> = ResourceEndpoints<O> &
  ExtendableResource<ResourceEndpoints<O>>;

/** The endpoints of one resource. `O` are the options of {@link resource}. */
export interface ResourceEndpoints<O extends ResourceOptions> {
  /** Reads one item: `GET /users/:id`. */
  readonly get: EndpointOf<O, { method: 'GET' }>;
  /** Reads the list: `GET /users`. */
  readonly getList: EndpointOf<
    O,
    {
      path: ShortenedPath<O['path']>;
      schema: ListOf<O>;
      method: 'GET';
      movePath: O['path'];
      searchParams: OptionOf<O, 'searchParams', Record<string, unknown>>;
    } & Pick<O, keyof O & ('body' | 'paginationField' | 'pages')>
  >;
  /** Replaces one item: `PUT /users/:id`. */
  readonly update: EndpointOf<O, { method: 'PUT'; body: BodyOf<O> }>;
  /** Changes parts of one item: `PATCH /users/:id`. */
  readonly partialUpdate: EndpointOf<O, { method: 'PATCH'; body: PartOf<BodyOf<O>> }>;
  /** Removes one item, whatever the response: `DELETE /users/:id`. */
  readonly delete: EndpointOf<
    O,
    {
      method: 'DELETE';
      schema: O['schema'] extends EntityClass | Union ? Invalidate<O['schema']> : undefined;
    }
  >;
}

/** The endpoint of a resource with the options `X`. */
type EndpointOf<O extends ResourceOptions, X> = RestEndpoint<
  Replaced<{ path: O['path']; schema: O['schema'] } & Pick<O, keyof O & 'pollFrequency'>, X>
> &
  Extras<O>;

/** The members that are not options, and those of the class. */
type Extras<O> = Without<O, keyof ResourceOptions> &
  (O extends { readonly Endpoint: new (options: RestOptions) => infer E }
    ? Without<E, keyof RestEndpoint> & KeptPolling<E, O>
    : unknown);

type BodyOf<O extends ResourceOptions> = OptionOf<O, 'body', ResourceBody<O['schema']>>;

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
      SpelledRest<D> &
      FittingPrediction<X, ReplacedRest<OptionsOf<Based<R, N>>, D>> &
      ArgsOptions<ReplacedRest<OptionsOf<Based<R, N>>, D>> &
      ThisType<Based<R, N> & UnknownMembers>,
  ): ExtendedResource<{ readonly [M in N]: ExtendedEndpoint<Based<R, N>, X> }, R>;
  /** Adds and replaces the members that the function returns; it receives this resource. */
  extend<X extends object>(make: (base: R & ExtendableResource<R>) => X): ExtendedResource<X, R>;
  /** Replaces several endpoints: `{ get: { dataExpiryLength: 1_000 } }`. */
  extend<X extends { readonly [M in keyof R]?: Partial<ArglessOptions> & object }, D>(
    options: X & { readonly [M in keyof D]: Declared<D[M]> } & {
      readonly [M in keyof R]?: ArgsOptions<
        ReplacedRest<OptionsOf<R[M]>, M extends keyof D ? D[M] : object>
      > &
        (M extends keyof D ? SpelledRest<D[M]> : unknown);
    } & { readonly [M in Exclude<keyof D, keyof R>]: never },
  ): ExtendedResource<{ readonly [M in keyof X & keyof R]: ExtendedEndpoint<R[M], X[M]> }, R>;
}

/** `R` with the members of `X` replacing its own. Editors show the changes first. */
type ExtendedResource<X, R> = Merged<R, X> & ExtendableResource<Merged<R, X>>;

type Merged<R, X> = Show<Omit<R, keyof X> & X>;

/** The options of an endpoint: `OptionsOf<RestEndpoint<{ path: '/a' }>>` → `{ path: '/a' }`. */
type OptionsOf<E> = E extends RestEndpoint<infer O> ? O : never;

/** The endpoint that `extend` of one endpoint starts from. */
type Based<R, N> = N extends keyof R ? R[N] : R extends { readonly get: infer E } ? E : never;
