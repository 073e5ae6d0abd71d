import {
  type ArgsOf,
  type DataOf,
  Endpoint,
  Entity,
  type OptimisticSnapshot,
  RestEndpoint,
  type RestOptions,
} from 'streambed';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
}
type Body = { name: string };
type Id = string | number;

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

// Checked by `tsc`; never called.
function functions(): void {
  const rename = new Endpoint(async (id: string, name: string) => ({ id, name }), {
    name: 'rename',
    sideEffect: true,
    schema: User,
    getOptimisticResponse(snapshot, id, name) {
      check<Equal<typeof snapshot, OptimisticSnapshot>>();
      check<Equal<typeof id, string>>();
      check<Equal<typeof name, string>>();
      const user = snapshot.get(User, { id });
      check<Equal<typeof user, User | undefined>>();
      if (!user) throw snapshot.abort;
      return { ...user, name };
    },
  });
  check<Equal<DataOf<typeof rename>, User>>();
  rename.extend({ getOptimisticResponse: (_snapshot, id) => check<Equal<typeof id, string>>() });
  // @ts-expect-error -- there are two arguments
  rename.extend({ getOptimisticResponse: (_snapshot, _id, _name, more: string) => more });
}

function requests(): void {
  const update = new RestEndpoint({
    path: '/users/:id',
    method: 'PUT',
    schema: User,
    body: {} as Body,
    getOptimisticResponse(snapshot, { id }, body) {
      check<Equal<typeof id, Id>>();
      check<Equal<typeof body, Body>>();
      const known = snapshot.getResponse(getUser, { id });
      check<Equal<typeof known, User | undefined>>();
      return { ...known, ...body, id };
    },
  });
  check<Equal<ArgsOf<typeof update>, [params: { id: Id }, body: Body]>>();
  check<Equal<DataOf<typeof update>, User>>();

  const first = new RestEndpoint({
    getOptimisticResponse: (_snapshot, body) => ({ ...body, id: 'new' }),
    path: '/users',
    body: {} as Body,
    schema: User,
    extra: 5,
  });
  check<Equal<ArgsOf<typeof first>, [body: Body]>>();
  check<Equal<typeof first.extra, number>>();

  const remove = new RestEndpoint({
    path: '/users/:id',
    method: 'DELETE',
    getOptimisticResponse: (_snapshot, params) => {
      check<Equal<typeof params, { id: Id }>>();
      return params;
    },
  });
  check<Equal<ArgsOf<typeof remove>, [params: { id: Id }]>>();

  void new RestEndpoint({
    path: '/users/:id',
    method: 'PUT',
    // @ts-expect-error -- the path has no slug
    getOptimisticResponse: (_snapshot, { slug }) => ({ slug: slug as string }),
  });
}

function extensions(): void {
  const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
  const update = getUser.extend({
    method: 'PUT',
    body: {} as Body,
    getOptimisticResponse: (snapshot, { id }, { name }) => {
      check<Equal<typeof id, Id>>();
      check<Equal<typeof name, string>>();
      return { ...snapshot.get(User, { id }), name };
    },
  });
  check<Equal<ArgsOf<typeof update>, [params: { id: Id }, body: Body]>>();
  const renamed = update
    .extend({ path: '/people/:person' })
    .extend({ getOptimisticResponse: (_snapshot, { person }, { name }) => ({ person, name }) });
  check<Equal<ArgsOf<typeof renamed>, [params: { person: Id }, body: Body]>>();
  update.extend({
    // @ts-expect-error -- the path of the base has an id
    getOptimisticResponse: (_snapshot, { person }) => [person],
  });
  remove.extend({
    // @ts-expect-error -- a DELETE has no body
    getOptimisticResponse: (_snapshot, { id }, body) => [id, body],
  });
}

function others(): void {
  const getPage = new RestEndpoint({
    path: '/users?page=:page',
    schema: [User],
    key({ page }) {
      check<Equal<typeof page, Id>>();
      return `page ${page}`;
    },
    url({ page }) {
      return `/users?p=${page}`;
    },
    process(value: readonly unknown[], { page }) {
      check<Equal<typeof page, Id>>();
      return value;
    },
  });
  check<Equal<ArgsOf<typeof getPage>, [params: { page: Id }]>>();
  // @ts-expect-error -- keys are texts
  void new RestEndpoint({ path: '/users', key: () => 5 });
}

class ApiEndpoint<O extends RestOptions> extends RestEndpoint<O> {
  override urlPrefix = 'https://api.example.com';
}

function subclasses(): void {
  const update = new ApiEndpoint({ path: '/users/:id', method: 'PUT', body: {} as Body }).extend({
    getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }),
  });
  check<Equal<ArgsOf<typeof update>, [params: { id: Id }, body: Body]>>();
  void new ApiEndpoint({
    path: '/users/:id',
    method: 'PUT',
    // The constructor of a subclass knows the options only as RestOptions; `extend` knows them.
    getOptimisticResponse: (_snapshot, params) => check<Equal<typeof params, unknown>>(),
  });
}

it('has the types that tsc checks', () => {
  expect([functions, requests, extensions, others, subclasses]).toHaveLength(5);
});
