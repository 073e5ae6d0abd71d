import type { Without } from '../endpoint/Without.ts';
import type { PathText, RestOptions } from './RestOptions.ts';
import { RestEndpoint } from './RestEndpoint.ts';
import { shortenPath } from './shortenPath.ts';
import type { ShortenedPath } from './ShortenedPath.ts';

/** A class to make the endpoints of a resource from: {@link RestEndpoint} or one that extends it. */
export type RestEndpointClass = new (options: RestOptions) => RestEndpoint;

/** What {@link resource} is made of; other options and members go to all its endpoints. */
export interface ResourceOptions extends RestOptions {
  /** Path of one item; the path of the list is this without the last segment that has a parameter. */
  readonly path: PathText;
  /** What one item is made of. */
  readonly schema: unknown;
  /** Says the type of the parameters of the list that are not in its path. Default: any. */
  readonly searchParams?: object | undefined;
  /** Class of the endpoints. Default {@link RestEndpoint}. */
  readonly Endpoint?: RestEndpointClass;
  readonly method?: undefined;
  readonly sideEffect?: undefined;
  readonly fetch?: undefined;
}

/** The endpoints of one kind of thing. `O` are the options of {@link resource}. */
export interface Resource<O extends ResourceOptions> {
  /** Reads one item: `GET /users/:id`. */
  readonly get: RestEndpoint<{ path: O['path']; schema: O['schema']; method: 'GET' }> & Extras<O>;
  /** Reads the list: `GET /users`. */
  readonly getList: RestEndpoint<{
    path: ShortenedPath<O['path']>;
    schema: ListOf<O['schema']>;
    method: 'GET';
    searchParams: 'searchParams' extends keyof O ? O['searchParams'] : Record<string, unknown>;
  }> &
    Extras<O>;
}

/** Members beside the options, and those of the class. */
type Extras<O> = Without<O, keyof ResourceOptions> &
  (O extends { readonly Endpoint: new (options: RestOptions) => infer E }
    ? Without<E, keyof RestEndpoint>
    : unknown);

/** The schema of the list. */
type ListOf<S> = S[];
function listOf(schema: unknown): ListOf<unknown> {
  return [schema];
}

/**
 * The endpoints that read one kind of thing. Throws `SB_PATH_INVALID` for a path without parameter.
 *
 * @example
 * ```ts
 * const UserResource = resource({ path: '/users/:id', schema: User });
 * const user$ = store.observe(UserResource.get, { id: '1' });
 * const users$ = store.observe(UserResource.getList);
 * ```
 */
export function resource<O extends ResourceOptions>(options: O): Resource<O> {
  const { path, schema, name, Endpoint = RestEndpoint } = options;
  const label = name ?? (schema as { key?: string } | undefined)?.key ?? path;
  // A copy keeps getters; `extend` makes the options win over fields of the class.
  const shared = Object.defineProperties({}, Object.getOwnPropertyDescriptors(options));
  Reflect.deleteProperty(shared, 'Endpoint');
  const base = new Endpoint({ path }).extend(shared);
  // The types follow from the options; `extend` sees them only as RestOptions here.
  return {
    get: base.extend({ method: 'GET', name: `${label}.get` }),
    getList: base.extend({
      method: 'GET',
      name: `${label}.getList`,
      path: shortenPath(path),
      schema: listOf(schema),
    }),
  } as unknown as Resource<O>;
}
