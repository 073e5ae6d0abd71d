import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { ReadEndpoint } from '../../../src/data/endpoint/EndpointInterface.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { keyAt } from '../../../src/kernel/streams/WeakStreams.ts';

export class User extends Entity {
  id = '';
  name = '';
  /** Only the response for one user has it. */
  email = '';
  static override readonly key = 'User';
}

/** A class that is not stored. */
class Secret extends Entity {
  id = '';
  static override readonly key = 'Secret';
  static readonly persist = false;
}

/** How long results of the team are kept, ms; those of others twice as long as a day. */
export const TEAM_AGE = 500_000;

export const MAX_AGE = 172_800_000;

const team = new Collection([User]);

/** The key of the rows that are lists. */
export const TEAM = team.key;

/** What the server does with a request of a tab. */
export type Request =
  | { readonly to: 'user' | 'put' | 'delete'; readonly id: string }
  | { readonly to: 'users' | 'withSecret' | 'post' };

type Send = (request: Request) => unknown;

/** A read of a tab: an endpoint with its args. */
export interface TabRead {
  readonly endpoint: ReadEndpoint;
  readonly args: readonly object[];
  readonly isStored: boolean;
  readonly key: string;
}

/** The endpoints of a tab, which sends their requests. */
export interface TabEndpoints {
  readonly reads: readonly TabRead[];
  /** Each has an args object with `id` and `name`. */
  readonly put: Endpoint;
  readonly delete: Endpoint;
  readonly post: Endpoint;
  /** Show all that is stored, and have never a result: with them the store knows all classes. */
  readonly seeds: readonly TabRead[];
  /** Two with one key and different schemas. */
  readonly shared: readonly [Endpoint, Endpoint];
}

/** The key of the endpoints that share one, and the separate one of the second schema. */
export const [SHARED, SHARED_SECOND] = [0, 1].map((at) => keyAt('shared []', at));

export const userIds = ['1', '2', '3', '4'];

/** The places of lists among the reads. */
export const [USERS_READ, TEAM_READ, ALL_READ] = [4, 5, 6];

const seeds = [[User], team].map((schema, at) => {
  const endpoint = new Endpoint((_args: { readonly seed: string }) => Promise.resolve(null), {
    name: `seed${at}`,
    schema,
  });
  const seed = { seed: 'none' };
  return { endpoint, args: [seed], isStored: false, key: endpoint.key(seed) };
});

export function tabEndpoints(send: Send): TabEndpoints {
  const read = (name: string, schema: object, request: (id: string) => Request, options = {}) =>
    new Endpoint((args?: { readonly id: string }) => send(request(args?.id ?? '')) as never, {
      name,
      schema,
      ...options,
    });
  const getUser = read('getUser', User, (id) => ({ to: 'user', id }));
  const lists: readonly (readonly [ReadEndpoint, isStored?: boolean])[] = [
    [read('getUsers', [User], () => ({ to: 'users' }))],
    [read('getTeam', team, () => ({ to: 'users' }), { persist: { maxAge: TEAM_AGE } })],
    [read('getAll', new All(User), () => ({ to: 'users' }))],
    [read('getHidden', [User], () => ({ to: 'users' }), { persist: false }), false],
    [read('withSecret', { user: User, secret: Secret }, () => ({ to: 'withSecret' }))],
  ];
  const users = userIds.map((id) => ({ endpoint: getUser, args: [{ id }], isStored: true }));
  const reads = [
    ...users,
    ...lists.map(([endpoint, isStored = true]) => ({ endpoint, args: [], isStored })),
  ];
  const write = (to: 'put' | 'delete' | 'post', schema: object) =>
    new Endpoint((args: { readonly id: string }) => send({ to, id: args.id }) as never, {
      name: to,
      schema,
      sideEffect: true,
      getOptimisticResponse: (_snapshot, args: object) => args,
    });
  return {
    // The casts hold: the args fit the endpoint beside them.
    reads: reads.map((each) => ({ ...each, key: each.endpoint.key(each.args[0] as never) })),
    put: write('put', User) as never,
    delete: write('delete', new Invalidate(User)) as never,
    post: write('post', team.push) as never,
    seeds,
    shared: [shared(User), shared([User])],
  };
}

function shared(schema: object): Endpoint {
  return new Endpoint(() => Promise.resolve(null) as never, { name: 'shared', schema }) as never;
}
