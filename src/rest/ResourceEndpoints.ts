import type { Without } from '../endpoint/EndpointOptions.ts';
import type { Collection } from '../schema/Collection.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import type { Invalidate } from '../schema/Invalidate.ts';
import type { Union } from '../schema/Union.ts';
import type { ResourceBody } from './ResourceBody.ts';
import type { ResourceOptions } from './ResourceOptions.ts';
import type { RestEndpoint } from './RestEndpoint.ts';
import type { RestOptions } from './RestOptions.ts';
import type { ShortenedPath } from './ShortenedPath.ts';

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
