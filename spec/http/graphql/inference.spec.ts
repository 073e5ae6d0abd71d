import { createStore, Entity, schema, type Store } from 'streambed';
import { GQLEndpoint } from 'streambed/graphql';

class User extends Entity {
  id = '';
  name = '';
  email = '';
  static override key = 'User';
}

class Team extends Entity {
  slug = '';
  lead: User | undefined;
  override pk() {
    return this.slug;
  }
  static override key = 'Team';
  static override schema = { lead: User };
}

class Settings extends Entity {
  user = '';
  theme = '';
  override pk() {
    return 'mine';
  }
  static override key = 'Settings';
}

const api = new GQLEndpoint('https://api.example/graphql');

let store: Store;
beforeEach(() => {
  store = createStore({ fetch: () => new Promise(() => {}) });
  store.set(User, { id: '1', name: 'Ann' });
  store.set(Team, { slug: 'a', lead: { id: '1' } });
  store.set(Settings, { user: '2', theme: 'dark' });
});
afterEach(() => store.dispose());

/** What a first observer sees, and how many requests it sends. */
function read(text: string, of: object, variables: Record<string, unknown> = {}) {
  const query = api.query<string, object>(text, of);
  const subscription = store.observe(query, variables).subscribe();
  subscription.unsubscribe();
  const { status, data } = store.getState(query, variables);
  return { status, data, requests: store.stats().inFlight };
}

const fetched = { status: 'invalid', data: undefined, requests: 1 };

describe('a query without a response', () => {
  it('shows the entity whose primary key is the argument of its field, if the table has all selected members', () => {
    const shown = read(
      'query Q($id: ID!) { user(id: $id) { id name } }',
      { user: User },
      { id: 1 },
    );
    expect(shown).toEqual({
      status: 'valid',
      data: { user: store.get(User, '1') },
      requests: 0,
    });
  });

  it.each([
    ['a name of its own', 'query ($id: ID!) { me: user(id: $id) { id name } }'],
    ['a literal', '{ me: user(id: "1") { id name } }'],
    ['a number', '{ me: user(id: 1) { id name } }'],
    [
      'comments and commas',
      '# { x }\nquery Q { # (\n me: user(id: 1,) { id, # email\n name } }\n#',
    ],
  ])('shows the entity with %s', (_, text) => {
    expect(read(text, { me: User }, { id: '1' })).toMatchObject({
      status: 'valid',
      data: { me: { name: 'Ann' } },
      requests: 0,
    });
  });

  it('shows several entities', () => {
    store.set(User, { id: '2', name: 'Bob' });
    const text = 'query Q($a: ID!, $b: ID!) { a: user(id: $a) { name } b: user(id: $b) { name } }';
    const variables = { a: '1', b: '2' };
    expect(read(text, { a: User, b: User }, variables)).toMatchObject({
      status: 'valid',
      data: { a: { name: 'Ann' }, b: { name: 'Bob' } },
      requests: 0,
    });
  });

  it('shows the entity as soon as another response brings the missing members', () => {
    const query = api.query('query Q($id: ID!) { user(id: $id) { name email } }', { user: User });
    const statuses: string[] = [];
    const subscription = store
      .observe(query, { id: '1' })
      .status$.subscribe((status) => statuses.push(status));
    store.set(User, { id: '1', email: 'ann@example.com' });
    expect(statuses).toEqual(['invalid', 'valid']);
    expect(store.getState(query, { id: '1' }).data).toMatchObject({ user: { name: 'Ann' } });
    subscription.unsubscribe();
  });

  it.each<[string, string, object]>([
    [
      'another relation',
      'query ($id: ID!) { boss: bossOf(user: $id) { id name } }',
      { boss: User },
    ],
    ['another relation by id', 'query ($id: ID!) { boss: bossOf(id: $id) { id } }', { boss: User }],
    ['a missing member', 'query ($id: ID!) { user(id: $id) { id email } }', { user: User }],
    ['one more field', 'query ($id: ID!) { user(id: $id) { id } clock }', { user: User }],
    [
      'one more entity',
      'query ($id: ID!) { user(id: $id) { id } boss { id } }',
      { user: User, boss: User },
    ],
    ['another argument', 'query ($id: ID!) { user(id: $id, asOf: 1970) { id } }', { user: User }],
    ['another variable', 'query ($id: ID!, $no: ID!) { user(id: $no) { id } }', { user: User }],
    ['no argument', 'query ($id: ID!) { user { id } }', { user: User }],
    ['a list', '{ user(id: [1]) { id } }', { user: User }],
    [
      'a key that is not the argument',
      'query ($id: ID!) { settings(user: $id) { theme } }',
      { settings: Settings },
    ],
    ['a nested selection', '{ team(slug: "a") { slug lead { id email } } }', { team: Team }],
    ['a relation', '{ team(slug: "a") { slug lead } }', { team: Team }],
    ['an alias', 'query ($id: ID!) { user(id: $id) { name: nickname } }', { user: User }],
    [
      'an argument of a member',
      'query ($id: ID!) { user(id: $id) { name(in: "de") } }',
      { user: User },
    ],
    ['a directive', 'query ($id: ID!) { user(id: $id) @skip(if: true) { id } }', { user: User }],
    [
      'a directive of a member',
      'query ($id: ID!) { user(id: $id) { id name @include(if: false) } }',
      { user: User },
    ],
    [
      'an inline fragment',
      'query ($id: ID!) { user(id: $id) { ... on User { email } } }',
      { user: User },
    ],
    [
      'a fragment',
      'query ($id: ID!) { user(id: $id) { ...F } } fragment F on User { email }',
      { user: User },
    ],
    [
      'a fragment of the root',
      'query ($id: ID!) { ...F } fragment F on Query { user(id: $id) { email } }',
      { user: User },
    ],
    [
      'two operations',
      'query A { user(id: 1) { id } } query B { user(id: 1) { email } }',
      { user: User },
    ],
    ['all entities of a class', '{ users { id name } }', { users: new schema.All(User) }],
  ])('is fetched without inferred data if its text has %s', (_, text, of) => {
    expect(read(text, of, { id: '1' })).toEqual(fetched);
  });

  it('is fetched if `process` changes its data', () => {
    const text = 'query Q($id: ID!) { user(id: $id) { id } }';
    const query = api.query(text, { user: User });
    const changed = query.extend({ process: (data: unknown) => data });
    expect(store.getState(changed, { id: '1' }).data).toBeUndefined();
  });

  it('is fetched again after the entity was removed', () => {
    const remove = api
      .mutation('mutation { remove }')
      .extend({ schema: new schema.Invalidate(User) });
    store.setResponse(remove, { id: '1' });
    expect(read('{ user(id: 1) { id } }', { user: User })).toEqual(fetched);
  });
});

it('an optimistic response reads inferred data, or undefined if nothing can be inferred', () => {
  const seen: unknown[] = [];
  const small = api.query('{ user(id: 1) { id name } }', { user: User });
  const large = api.query('{ user(id: 1) { id email } }', { user: User });
  const rename = api.mutation('mutation { rename }').extend({
    getOptimisticResponse(snapshot) {
      seen.push(snapshot.getResponse(small)?.user?.name, snapshot.getResponse(large));
      throw snapshot.abort;
    },
  });
  void store.fetch(rename);
  expect(seen).toEqual(['Ann', undefined]);
});
