import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStore, denormalize, Endpoint, Entity, normalize, schema } from 'streambed';
import { failureOf } from '../data/schema/failureOf.ts';
import { codeOf } from './support/codeOf.ts';
import { isUnspoilt, pollution, specialNames, withOwnProto } from './support/hostileData.ts';

class User extends Entity {
  id = '';
  name = '';
  tags: string[] = [];
  static override key = 'User';
}

/** An entity whose input is not copied, as in classes that change their input. */
class Trusting extends User {
  static override process = (input: object) => input;
}

const isProduction = process.env.NODE_ENV === 'production';
const getData = new Endpoint(async (data: unknown) => data, {
  name: 'getData',
  key: () => 'getData',
});

let store = createStore();
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  store = createStore();
});
afterEach(() => {
  store.dispose();
  jest.restoreAllMocks();
  const names = pollution();
  if (names.length > 0) throw new Error(`Built-in prototypes have ${names.map(String).join()}.`);
});

it('A1 special names are ordinary primary keys', () => {
  const rows = ['plain', ...specialNames].map((id) => ({ id, name: `name of ${id}` }));
  store.set([User], rows);
  for (const row of rows) {
    expect(store.get(User, row.id)).toBeInstanceOf(User);
    expect(store.get(User, row.id)?.name).toBe(row.name);
  }
  expect(store.get(User, 'isPrototypeOf')).toBeUndefined();
  expect(store.get(new schema.All(User))?.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));

  const { result, entities } = normalize([User], rows);
  const text = JSON.stringify([result, [...entities.get('User')!]]);
  const [ids, records] = JSON.parse(text) as [string[], [string, object][]];
  const restored = denormalize([User], ids, new Map([['User', new Map(records)]]));
  expect(restored?.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
});

it('A2 special names are ordinary entity keys, endpoint names, index fields and index values', async () => {
  for (const name of specialNames) {
    class Odd extends Entity {
      id = '';
      static override key = name;
      static override indexes = ['constructor'];
    }
    const getOdd = new Endpoint(async () => ({ id: '1', constructor: name }), {
      name,
      schema: Odd,
      lookup: true,
    });
    expect(await store.fetch(getOdd)).toBeInstanceOf(Odd);
    expect(store.getState(getOdd).data?.id).toBe('1');
    expect(store.get(Odd, { constructor: name } as never)?.id).toBe('1');
    expect(store.get(Odd, { constructor: 'other' } as never)).toBeUndefined();
  }
  expect(store.stats().entities).toBe(specialNames.length);
});

it('A3 an own __proto__ of the data never becomes a prototype in any copy', async () => {
  const nested = () => withOwnProto({ id: '1', name: 'Ann', meta: [withOwnProto({ a: [1] })] });
  const schemas: object[] = [User, Trusting, [User], { user: User }, new schema.Values(User)];
  const inputs = [
    nested(),
    nested(),
    [nested()],
    withOwnProto({ user: nested() }),
    { a: nested() },
  ];
  schemas.forEach((described, place) => {
    const getIt = getData.extend({ key: () => `getIt ${place}`, schema: described });
    store.setResponse(getIt, 0, inputs[place]);
    // Once more: equal data is shared, different data is merged.
    store.setResponse(getIt, 0, JSON.parse(JSON.stringify(inputs[place]).replace('Ann', 'Bo')));
    expect(JSON.stringify(store.getState(getIt, 0).data)).toContain('Bo');
    expect(isUnspoilt(store.getState(getIt, 0).data)).toBe(true);
  });
  store.set(User, '1', (user) => withOwnProto({ id: user.id, name: 'by function' }));
  expect(store.get(User, '1')?.name).toBe('by function');
  const feed = new schema.All({ user: User }, () => 'unmapped');
  const getFeed = getData.extend({ schema: feed, key: () => 'feed' });
  store.setResponse(getFeed, 0, [nested()]);
  expect(store.getState(getFeed, 0).data).toHaveLength(2);
  const rename = getData.extend({
    schema: User,
    sideEffect: true,
    getOptimisticResponse: () => nested(),
  });
  const renamed = store.fetch(rename, nested());
  const optimistic = store.get(User, '1');
  await renamed;
  const values = [
    optimistic,
    store.get(User, '1'),
    store.getState(getFeed, 0).data,
    User.fromJS(nested()),
    await store.fetch(getData, nested()),
    [...store.entities$.getValue().entries('User')],
  ];
  expect(values.map(isUnspoilt)).toEqual(values.map(() => true));
});

it('A4 data never becomes a path into an object: dots, brackets and arrays have no meaning', async () => {
  const dotted = { id: '1', '__proto__.isAdmin': true, 'constructor.prototype.isAdmin': true };
  store.set(User, dotted);
  expect(Object.keys(store.get(User, '1')!)).toEqual(expect.arrayContaining(Object.keys(dotted)));
  const feed = new schema.All({ user: User }, () => ['__proto__'] as unknown as string);
  const getFeed = getData.extend({ schema: feed });
  const item = { id: '2', type: 'user' };
  store.setResponse(getFeed, 0, [item]);
  expect(store.getState(getFeed, 0).data).toContain(item);
  const nestedName = [['__proto__']] as never;
  expect(await codeOf(() => store.set(User, { id: nestedName }))).toBe('SB_PK_MISSING');
  expect(store.get(User, nestedName)).toBeUndefined();
});

describe('A5 a primary key that identifies nothing', () => {
  const unusable = [
    ...[undefined, null, NaN, Infinity, '', true, {}, [], ['1'], Symbol('id'), () => '1'],
    new Date(0),
  ];

  it.each(unusable.map((id) => [typeof id, id]))(
    'A5 rejects the response, names the entity and its position, and leaves the store as it was: %s %p',
    (_type, id) => {
      store.set(User, { id: 'known' });
      const before = store.entities$.getValue();
      const error = failureOf(() => store.set([User], [{ id: 'fine' }, { id } as never]));
      expect(error.code).toBe('SB_PK_MISSING');
      expect(error.message).toContain('$[1]: User');
      expect(store.entities$.getValue()).toBe(before);
    },
  );

  it('A5 is not made by templates either: empty texts are rejected', () => {
    class Part extends Entity {
      id: unknown = '';
      static override key = 'Part';
      override pk(): string {
        return String(this.id);
      }
    }
    for (const id of [undefined, null, NaN, {}]) {
      expect(failureOf(() => store.set(Part, { id })).code).toBe('SB_PK_MISSING');
    }
  });

  it('A5 does not include numbers: a number and its text are one key, and -0 is 0', () => {
    for (const id of [1, '1', 0, -0]) store.set(User, { id, name: String(id) });
    expect(store.stats().entities).toBe(2);
    expect(store.get(User, 1)).toBe(store.get(User, '1'));
    expect(store.get(User, -0)).toBe(store.get(User, '0'));
  });
});

describe('A7 primary keys of several members', () => {
  it('A7 stay distinct if they are made with JSON.stringify, whatever the members hold', () => {
    class Membership extends Entity {
      group = '';
      user = '';
      static override key = 'Membership';
      override pk() {
        return JSON.stringify([this.group, this.user]);
      }
    }
    const parts = ['1', '1-2', '2-3', '3', '"', '","', '\\', '/', '', '1/2'];
    const rows = parts.flatMap((group) => parts.map((user) => ({ group, user })));
    store.set([Membership], rows);
    expect(store.stats().entities).toBe(rows.length);
    for (const row of rows) expect(store.get(Membership, row)).toMatchObject(row);
  });

  it('A7 are never joined by plain text in the docs', () => {
    const root = join(__dirname, '..', '..');
    const pages = readdirSync(join(root, 'docs'))
      .filter((page) => page.endsWith('.md'))
      .map((page) => join('docs', page));
    const texts = [...pages, 'README.md'].map((page) => readFileSync(join(root, page), 'utf8'));
    const bodies = texts.flatMap((text) => [...text.matchAll(/pk\([^)]*\)[^{\n]*\{[^}]*\}/g)]);
    expect(bodies.length).toBeGreaterThan(0);
    const joined = /\$\{[^}]*\}[^`]*\$\{|\+\s*['"`]/;
    expect(
      texts
        .join('\n')
        .split(/\bpk\(/)
        .slice(1)
        .filter((body) => joined.test(body.slice(0, 120))),
    ).toEqual([]);
  });
});

it('A9 entities may form cycles; an object without identity that contains itself is a typed error', async () => {
  class Friend extends User {
    best: Friend | undefined = undefined;
    static override key = 'Friend';
    static override schema: Record<string, unknown> = {};
  }
  Friend.schema = { best: Friend };
  const a: { id: string; best?: object } = { id: 'a' };
  a.best = { id: 'b', best: a };
  store.set(Friend, a);
  const friend = store.get(Friend, 'a')!;
  expect(friend.best?.best).toBe(friend);

  const circle: { user: object; self?: object } = { user: { id: '1' } };
  circle.self = circle;
  const shape = new schema.Object<Record<string, unknown>>({ user: User });
  shape.define({ self: shape });
  const before = store.entities$.getValue();
  expect(await codeOf(() => store.set(shape, circle))).toBe('SB_CYCLE');
  expect(store.entities$.getValue()).toBe(before);
  expect(
    await codeOf(() =>
      store.fetch(new Endpoint(async (_value: object) => 1, { name: 'x' }), circle),
    ),
  ).toBe('SB_KEY_UNSUPPORTED');
  // Where no schema looks, the value passes through unchanged, the second time, too.
  const getCircle = getData.extend({ fetch: async () => circle });
  for (const _ of [1, 2]) expect(await store.fetch(getCircle)).toBe(circle);
});

it('A15 input and output are frozen in development, and their top level is never shared', () => {
  const input = { id: '1', name: 'Ann', tags: ['a'] };
  store.set(User, input);
  input.name = 'changed by the caller';
  const user = store.get(User, '1')!;
  expect(user.name).toBe('Ann');
  const parts = [user, user.tags, input.tags];
  expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => !isProduction));
  const answer = { list: [{ deep: { er: 1 } }] };
  store.setResponse(getData, 0, answer);
  expect(Object.isFrozen(answer.list[0].deep)).toBe(!isProduction);
  expect(store.getState(getData, 0).data).toBe(answer);
});

it('A16 a response with fewer members keeps the others; null clears a member, undefined leaves it', () => {
  store.set(User, { id: '1', name: 'Ann', tags: ['a'] });
  store.set([User], [{ id: '1', name: 'Anna' }]);
  expect(store.get(User, '1')).toMatchObject({ name: 'Anna', tags: ['a'] });
  store.set(User, { id: '1', name: undefined, tags: undefined });
  expect(store.get(User, '1')).toMatchObject({ name: 'Anna', tags: ['a'] });
  store.set(User, { id: '1', name: null });
  expect(store.get(User, '1')).toMatchObject({ name: null, tags: ['a'] });
});

it('A16 a detail that needs more members than lists bring is an entity class of its own: a list does not satisfy it', () => {
  class UserDetail extends User {
    bio = '';
    static override key = 'UserDetail';
  }
  const getUser = new Endpoint(async (id: string) => ({ id }), {
    name: 'g',
    schema: UserDetail,
    lookup: true,
  });
  store.set([User], [{ id: '1', name: 'Ann' }]);
  expect(store.getState(getUser, '1')).toMatchObject({ status: 'invalid', data: undefined });
});
