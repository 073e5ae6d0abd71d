import {
  createStore,
  type DataOf,
  type Denormalize,
  type DenormalizeNullable,
  Endpoint,
  Entity,
  EntityMixin,
  type Normalize,
  schema,
  type SchemaArgs,
  validateRequired,
} from 'streambed';
import { check, type Equal } from './Equal.ts';

/*
 * schema.Query, schema.Lazy, schema.Scalar and EntityMixin. `tsc` checks them; nothing is called.
 */

class User extends Entity {
  id = '';
  name = '';
  age = 0;
  static override key = 'User';
}

const store = createStore();
const allUsers = new schema.All(User);
const names = new schema.Query(allUsers, (users) => users.map(({ name }) => name));
const sorted = new schema.Query(allUsers, (users, { desc = false }: { desc?: boolean } = {}) =>
  desc ? users.slice(1) : users,
);
const greeting = new schema.Query(User, (user, { word }: { word: string }) => word + user.name);
const page = { user: User, users: allUsers, next: '' };
const ofPage = new schema.Query(page, ({ user, users, next }) => ({ user, users, next }));

function queries(): void {
  check<Equal<Denormalize<typeof names>, string[]>>();
  check<Equal<DenormalizeNullable<typeof names>, string[] | undefined>>();
  check<Equal<Denormalize<{ names: typeof names; next: '' }>, { names: string[]; next: string }>>();
  check<Equal<Normalize<schema.Query<typeof User>>, string>>();
  check<Equal<SchemaArgs<typeof names>, []>>();
  check<Equal<SchemaArgs<typeof sorted>, [({ desc?: boolean } | undefined)?]>>();

  // Members of an object may be missing in the cache.
  type OfPage = { user: User | undefined; users: User[] | undefined; next: string };
  check<Equal<Denormalize<typeof ofPage>, OfPage>>();

  const list: string[] | undefined = store.get(names);
  const byWord: string | undefined = store.get(greeting, { id: 5, word: 'hello' });
  const users: User[] | undefined = store.query(sorted, { desc: true }).getValue();
  void [list, byWord, users, store.get(sorted)];
  const second = new schema.Query(User, (user, _of: unknown, n: number) => user.age + n);
  const sum: number | undefined = store.get(second, '1', 5);
  void sum;
  // @ts-expect-error -- the function needs a number
  store.get(second, '1');
  // @ts-expect-error -- a bare id does not say the word
  store.get(greeting, '5');
  // @ts-expect-error -- the function takes no such argument
  store.get(sorted, { up: true });
  // @ts-expect-error -- the function needs the word
  store.get(greeting, { id: 5 });
  // @ts-expect-error -- not a member of the entity, nor an argument of the function
  store.get(greeting, { word: 'hello', height: 5 });
  // @ts-expect-error -- nothing to give
  store.get(names, {});
  // @ts-expect-error -- users have no height
  void new schema.Query(User, ({ height }) => height);

  const sumOf = new schema.Query({ user: User, team: Team, users: new schema.All(User) }, (parts) =>
    [parts.user?.name, parts.team?.title].join(),
  );
  store.get(sumOf, { id: 5 });
  store.query(sumOf, { id: '5', age: 7, title: 'a' });
  store.get(sumOf, '5');
  // @ts-expect-error -- it takes a look-up
  store.get(sumOf);
  // @ts-expect-error -- neither the user nor the team has such a member
  store.get(sumOf, { height: 5 });
  // @ts-expect-error -- the title is text
  store.get(sumOf, { id: 5, title: true });
  // @ts-expect-error -- one look-up for all
  store.get(sumOf, { id: 5 }, { id: 6 });
  const ofObject = new schema.Object({ user: User, page: '' });
  check<Equal<SchemaArgs<typeof ofObject>, SchemaArgs<typeof User>>>();
  check<Equal<SchemaArgs<{ users: schema.All<typeof User>; next: '' }>, []>>();
  type Nested = { parts: { user: typeof User }; list: [typeof User]; next: '' };
  check<Equal<SchemaArgs<Nested>, SchemaArgs<typeof User>>>();
  const worded = new schema.Query({ user: User }, (parts, { word }: { word: string }) => [
    parts.user?.name,
    word,
  ]);
  store.get(worded, { id: 5, word: 'a' });
  // @ts-expect-error -- the function needs the word
  store.get(worded, { id: 5 });
  // @ts-expect-error -- a query is made of a schema
  void new schema.Query('User', String);
  // @ts-expect-error -- and of a function
  void new schema.Query(User);

  const getNames = new Endpoint(async () => [], { name: 'getNames', schema: names });
  check<Equal<DataOf<typeof getNames>, string[]>>();
  const lengths = new schema.Query(names, (all) => all.map(({ length }) => length));
  check<Equal<Denormalize<typeof lengths>, number[]>>();
}

function lookUps(): void {
  // @ts-expect-error -- lists are not known to the cache
  store.get(new schema.Array(User));
  // @ts-expect-error -- nor maps
  store.query(new schema.Values(User));
  // @ts-expect-error -- a removal cannot be looked up
  store.get(new schema.Invalidate(User));
}

class Team extends Entity {
  id = 0;
  title = '';
  static override key = 'Team';
}

const friends = new schema.Lazy([User]);
const friend = new schema.Lazy(User);

function lazies(): void {
  check<Equal<Denormalize<typeof friends>, string[]>>();
  check<Equal<Denormalize<typeof friend>, string>>();
  check<Equal<Normalize<typeof friends>, string[]>>();
  check<Equal<Denormalize<typeof friends.query>, User[]>>();
  check<Equal<SchemaArgs<typeof friends.query>, [stored: string[] | undefined]>>();
  check<Equal<SchemaArgs<typeof friend.query>, SchemaArgs<typeof User>>>();
  const found: User[] | undefined = store.get(friends.query, ['1']);
  const one: User | undefined = store.get(friend.query, { name: 'Ann' });
  void [found, one];
  // @ts-expect-error -- its query can be looked up
  store.get(friends);
  // @ts-expect-error -- the stored form is needed
  store.get(friends.query);
  // @ts-expect-error -- ids are text
  store.get(friends.query, [{ id: '1' }]);
  // @ts-expect-error -- made of a schema
  void new schema.Lazy('User');
}

function scalars(): void {
  type Params = readonly [params: { currency: string }];
  const lens = ([{ currency }]: Params) => currency;
  const columns = new schema.Scalar({ key: 'price', lens, entity: User });
  type Columns = Partial<Omit<User, 'pk'>> | undefined;
  check<Equal<Denormalize<typeof columns>, Columns>>();
  void new schema.Scalar({ key: 'price', lens: (args) => String(args[0]) });
  // @ts-expect-error -- a lens is text or a number
  void new schema.Scalar({ key: 'price', lens: () => ({}) });
  // @ts-expect-error -- a key is needed
  void new schema.Scalar({ lens });
  // @ts-expect-error -- columns of an entity
  void new schema.Scalar({ key: 'price', lens, entity: [User] });
}

class Plain {
  slug = '';
  size = 0;
  describe(): string {
    return this.slug;
  }
}

function mixins(): void {
  class Page extends EntityMixin(Plain, { pk: 'slug', key: 'Page', indexes: ['size'] }) {
    static override validate(record: object) {
      return validateRequired(record, this.defaults);
    }
  }
  check<Equal<Denormalize<[typeof Page]>, Page[]>>();
  const found: Page | undefined = store.get(Page, { slug: 'home' });
  const text: string | undefined = found?.describe();
  const made: Page = Page.fromJS({ size: 5 });
  void [text, made.pk()];
  // @ts-expect-error -- nothing says what identifies it
  EntityMixin(Plain);
  // @ts-expect-error -- not a member of the class
  EntityMixin(Plain, { pk: 'name' });
  // @ts-expect-error -- not a member of the class
  EntityMixin(Plain, { pk: 'slug', indexes: ['name'] });
  // @ts-expect-error -- a key is no boolean
  EntityMixin(Plain, { pk: () => true });
  // @ts-expect-error -- not a member of the entity
  store.get(Page, { name: 'home' });
  // @ts-expect-error -- members have types
  Page.fromJS({ size: 'large' });
}

it('has the types that tsc checks', () => {
  expect([queries, lookUps, lazies, scalars, mixins]).toHaveLength(5);
});
