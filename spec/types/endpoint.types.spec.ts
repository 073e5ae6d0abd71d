import { Observable } from 'rxjs';
import type {
  ArgsOf,
  DataOf,
  EndpointInterface,
  FetchFunction,
  ReadEndpoint,
} from '../../src/data/endpoint/EndpointInterface.ts';
import { Endpoint } from '../../src/data/endpoint/Endpoint.ts';
import type { EndpointOptions } from '../../src/data/endpoint/EndpointOptions.ts';
import { RestEndpoint } from '../../src/http/rest/RestEndpoint.ts';
import { All } from '../../src/data/schema/All.ts';
import { Entity } from '../../src/data/schema/Entity.ts';
import { check, type Equal } from './Equal.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
}

class Person extends Entity {
  id = '';
  name = '';
  static override key = 'Person';
}
class Ticket extends Entity {
  id = '';
  title = '';
  static override key = 'Ticket';
}

/** The endpoint parameter of hooks. */
declare function read<E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>): DataOf<E>;

const getUser = new Endpoint(async ({ id }: { id: string }) => ({ id }), {
  name: 'getUser',
  schema: User,
});

// Checked by `tsc`; never called.
function args(): void {
  check<Equal<ArgsOf<typeof getUser>, [{ id: string }]>>();
  const optional = new Endpoint(async (a: number, b?: Date) => [a, b], { name: 'optional' });
  check<Equal<ArgsOf<typeof optional>, [a: number, b?: Date | undefined]>>();
  check<Equal<ReturnType<typeof getUser.key>, string>>();

  // @ts-expect-error -- the argument is missing
  read(getUser);
  // @ts-expect-error -- the id is a string
  read(getUser, { id: 1 });
  // @ts-expect-error -- one argument only
  getUser.key({ id: '1' }, 2);
}

function data(): void {
  check<Equal<DataOf<typeof getUser>, User>>();
  const list = new Endpoint(async () => [], { name: 'list', schema: [User] });
  check<Equal<DataOf<typeof list>, User[]>>();
  const page = new Endpoint(async () => ({}), { name: 'p', schema: { items: [User], next: '' } });
  check<Equal<DataOf<typeof page>, { items: User[]; next: string }>>();

  const plain = new Endpoint(async (n: number) => n, { name: 'plain' });
  check<Equal<DataOf<typeof plain>, number>>();
  const sync = new Endpoint(() => 'x', { name: 'sync' });
  check<Equal<DataOf<typeof sync>, string>>();
  const observable = new Endpoint(() => new Observable<Date>(), { name: 'observable' });
  check<Equal<DataOf<typeof observable>, Date>>();
  const generator = new Endpoint(
    async function* () {
      yield await Promise.resolve(1);
    },
    { name: 'generator' },
  );
  check<Equal<DataOf<typeof generator>, number>>();
  const none = getUser.extend({ schema: undefined });
  check<Equal<DataOf<typeof none>, { id: string }>>();
}

/** An endpoint as the prop of a component. */
type People = ReadEndpoint<() => Promise<Person[]>>;
type PeopleBySchema = ReadEndpoint<() => Promise<unknown>, (typeof Person)[]>;
type Renamed = EndpointInterface<(params: { id: string }, name: string) => Promise<Person>>;

function props(): void {
  const people = new RestEndpoint({ path: '/people', schema: [Person] });
  const tickets = new RestEndpoint({ path: '/tickets', schema: [Ticket] });
  const numbers = new Endpoint(async () => [1], { name: 'numbers' });
  const fits: readonly People[] = [
    people,
    new RestEndpoint({ path: '/people', schema: new All(Person) }),
    new RestEndpoint({ path: '/people', searchParams: {} as { q?: string }, schema: [Person] }),
    new Endpoint(async () => [Person.fromJS()], { name: 'people' }),
    new Endpoint(() => new Observable<Person[]>(), { name: 'live' }),
    new RestEndpoint({ path: '/people', process: () => [Person.fromJS()] }),
  ];
  check<Equal<DataOf<People>, Person[]>>();
  check<Equal<ArgsOf<People>, []>>();
  check<Equal<DataOf<PeopleBySchema>, Person[]>>();
  const bySchema: PeopleBySchema = people;
  void [fits, bySchema];
  // @ts-expect-error -- tickets are no people
  const a: People = tickets;
  // @ts-expect-error -- made in place: the expected type is not inferred
  const b: People = new RestEndpoint({ path: '/tickets', schema: [Ticket] });
  // @ts-expect-error -- the path needs an id
  const c: People = new RestEndpoint({ path: '/people/:id', schema: [Person] });
  // @ts-expect-error -- numbers are no people
  const d: People = new Endpoint(async () => [1], { name: 'numbers' });
  // @ts-expect-error -- tickets are no people
  const e: PeopleBySchema = tickets;
  // @ts-expect-error -- numbers are no people
  const f: PeopleBySchema = numbers;
  // @ts-expect-error -- of an extended endpoint, too
  const g: People = people.extend({ schema: [Ticket] });
  // @ts-expect-error -- one person is no list
  const h: People = people.extend({ schema: Person });
  // @ts-expect-error -- a mutation is not read
  const i: People = people.extend({ method: 'POST', body: undefined });
  void [a, b, c, d, e, f, g, h, i];

  const rename = new RestEndpoint({
    path: '/people/:id',
    method: 'PUT',
    schema: Person,
    body: '' as string,
  });
  const renamed: Renamed = rename;
  // @ts-expect-error -- the body is a number
  const j: Renamed = rename.extend({ body: 0 as number });
  // @ts-expect-error -- a ticket is no person
  const k: Renamed = rename.extend({ schema: Ticket });
  void [renamed, j, k];
}

/** An endpoint of any data, as the parameter of a function. */
function shown<T>(endpoint: ReadEndpoint<() => Promise<T>>, show: (value: T) => void): void {
  const value: T = read(endpoint);
  show(value);
}

function sideEffects(): void {
  const create = new Endpoint(async (user: User) => user, { name: 'create', sideEffect: true });
  check<Equal<typeof create.sideEffect, true>>();
  check<Equal<typeof getUser.sideEffect, undefined>>();
  // @ts-expect-error -- hooks do not take mutations
  read(create, User.fromJS());
  const every: EndpointInterface[] = [create, getUser];
  void every;
}

function members(): void {
  const withToken = new Endpoint(async (id: string) => id, {
    name: 'withToken',
    token: 5,
    key(id) {
      check<Equal<typeof id, string>>();
      return `${this.name} ${String(this.token)} ${id}`;
    },
  });
  check<Equal<typeof withToken.token, number>>();
  const onlyExtra = new Endpoint(async () => 1, { token: 5 });
  check<Equal<typeof onlyExtra.token, number>>();

  // @ts-expect-error -- times are numbers
  void new Endpoint(async () => 1, { dataExpiryLength: '5' });
  // @ts-expect-error -- keys are texts
  void new Endpoint(async () => 1, { key: () => 4 });
}

function extensions(): void {
  const first = getUser.extend({ token: 5 });
  const second = first.extend({
    schema: [User],
    extra: 'x',
    key({ id }) {
      return this.token.toFixed() + id;
    },
  });
  check<Equal<typeof second.token, number>>();
  check<Equal<typeof second.extra, string>>();
  check<Equal<DataOf<typeof second>, User[]>>();
  check<Equal<ArgsOf<typeof second>, [{ id: string }]>>();

  const other = second.extend({
    schema: undefined,
    fetch: async (slug: number) => [slug],
    key: (slug: number) => `${slug}`,
  });
  check<Equal<ArgsOf<typeof other>, [slug: number]>>();
  check<Equal<DataOf<typeof other>, number[]>>();
  check<Equal<typeof other.token, number>>();

  const bound = getUser.bind(null, { id: '1' });
  check<Equal<ArgsOf<typeof bound>, []>>();
  check<Equal<DataOf<typeof bound>, User>>();
  // @ts-expect-error -- the id is a string
  getUser.bind(null, { id: 1 });
}

function subclasses(): void {
  class WithToken<F extends FetchFunction, O extends EndpointOptions<F>> extends Endpoint<F, O> {
    token = 'a';
    override dataExpiryLength = 5;
    override key(...given: Parameters<F>) {
      return `${super.key(...given)} ${this.token}`;
    }
    override errorPolicy() {
      return 'soft' as const;
    }
  }
  const endpoint = new WithToken(async (id: string) => id, { name: 'e', schema: User });
  check<Equal<ArgsOf<typeof endpoint>, [id: string]>>();
  check<Equal<DataOf<typeof endpoint>, User>>();
  const extended = endpoint.extend({ schema: [User] });
  check<Equal<typeof extended.token, string>>();
  check<Equal<DataOf<typeof extended>, User[]>>();

  class Fixed extends Endpoint<(n: number) => Promise<number>, { schema: typeof User }> {
    override schema = User;
    override fetch(n: number) {
      return Promise.resolve(n);
    }
    override get invalidIfStale() {
      return true;
    }
  }
  const fixed = new Fixed();
  check<Equal<ArgsOf<typeof fixed>, [n: number]>>();
  check<Equal<DataOf<typeof fixed>, User>>();
}

it('has the types that tsc checks', () => {
  expect([args, data, props, shown, sideEffects, members, extensions, subclasses]).toHaveLength(8);
});
