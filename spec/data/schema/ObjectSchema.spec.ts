import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { All } from '../../../src/data/schema/All.ts';
import { ObjectSchema } from '../../../src/data/schema/ObjectSchema.ts';
import { failureOf } from './failureOf.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

class User extends Entity {
  id = '';
  static override key = 'User';
  static override validate({ id }: { id?: string }) {
    return id === 'bad' ? 'is bad' : undefined;
  }
}

class Lax extends Entity {
  id = '';
  static override key = 'User';
}

const members = { user: User, nextPage: '', count: 0 };

describe.each([
  ['{ … }', members],
  ['new schema.Object({ … })', new ObjectSchema(members)],
] as const)('an object, as %s', (_name, page) => {
  it('normalizes members with a schema and keeps all others', () => {
    const extra = { deep: [1] };
    const { result } = normalize(page, { user: { id: 'a' }, nextPage: 'n', count: 2, extra });
    expect(result).toEqual({ user: 'a', nextPage: 'n', count: 2, extra });
    expect((result as { extra: unknown }).extra).toBe(extra);
  });

  it('keeps an array if the hint is []', () => {
    const hinted = { user: User, tags: [] as string[] };
    const tags = ['a', { id: 'b' }];
    const input = { user: { id: 'a' }, tags };
    expect(normalize(hinted, input).result).toEqual({ user: 'a', tags });
    expect(readBack(hinted, input)?.tags).toBe(tags);
    const { entities } = normalize(User, { id: 'a' });
    expect(lookUp(hinted, [{ id: 'a' }], entities).stored).toEqual({ user: 'a', tags: [] });
  });

  it('reads instances in their members', () => {
    const read = readBack(page, { user: { id: 'a' }, nextPage: 'n', extra: 1 });
    expect(read).toEqual({ user: User.fromJS({ id: 'a' }), nextPage: 'n', extra: 1 });
    expect(read?.user).toBeInstanceOf(User);
  });

  it('keeps null, and leaves out members that the response does not have', () => {
    const read = readBack(page, { user: null });
    expect(read).toEqual({ user: null });
    expect(Object.keys(readBack(page, { count: 1 }) ?? {})).toEqual(['count']);
  });

  it('reads a member that is missing in the cache as undefined', () => {
    expect(denormalize(page, { user: 'gone', count: 1 }, new Map())).toEqual({ count: 1 });
  });

  it('is invalid if a member is invalid', () => {
    const { result, entities } = normalize({ user: Lax }, { user: { id: 'bad' } });
    expect(denormalize(page, result, entities)).toBeUndefined();
  });

  it.each([
    [[], 'an array'],
    ['{}', 'a string that looks like JSON (was it parsed?)'],
    [new Date(0), 'an instance of a class'],
  ])('rejects %p', (input, got) => {
    const { code, message } = failureOf(() => normalize(page, input));
    expect(code).toBe('SB_ANSWER_SHAPE');
    expect(message).toContain(`Expected an object with user, nextPage, count, got ${got}`);
  });

  it('is looked up member by member, and is incomplete with literals as defaults', () => {
    const { entities } = normalize(User, { id: 'a' });
    expect(lookUp(page, [{ id: 'a' }], entities)).toEqual({
      stored: { user: 'a', nextPage: '', count: 0 },
      complete: false,
    });
  });

  it('cannot be looked up if no member can', () => {
    expect(lookUp(page, [{ id: 'b' }], new Map()).stored).toBeUndefined();
  });
});

describe('an object', () => {
  it('is complete if each member can be looked up', () => {
    const { entities } = normalize(User, { id: 'a' });
    const found = lookUp({ user: User, inner: { user: User } }, ['a'], entities);
    expect(found).toEqual({ stored: { user: 'a', inner: { user: 'a' } }, complete: true });
  });

  it('is incomplete if a member cannot be looked up', () => {
    const { entities } = normalize(User, { id: 'a' });
    const { stored, complete } = lookUp(
      { user: User, all: new All(Lax), at: Date },
      ['a'],
      entities,
    );
    expect(stored).toEqual({ user: 'a', all: {}, at: undefined });
    expect(complete).toBe(false);
  });

  it('cannot be looked up without schemas', () => {
    expect(lookUp({ nextPage: '' }, [], new Map()).stored).toBeUndefined();
  });

  it('treats null as a literal', () => {
    expect(readBack({ user: User, meta: null }, { user: { id: 'a' }, meta: { x: 1 } })).toEqual({
      user: User.fromJS({ id: 'a' }),
      meta: { x: 1 },
    });
  });

  it('runs functions on members on read', () => {
    const page = { at: Date, size: Number, gone: Number };
    const { result, entities } = normalize(page, { at: '2020-01-01', size: '5' });
    expect(result).toEqual({ at: '2020-01-01', size: '5' });
    expect(denormalize(page, result, entities)).toEqual({ at: new Date('2020-01-01'), size: 5 });
  });

  it('reads own members only', () => {
    const page = { constructor: User, toString: User } as object;
    expect(readBack(page, {})).toEqual({});
    expect(readBack(page, { constructor: { id: 'a' } })).toEqual({
      constructor: User.fromJS({ id: 'a' }),
    });
  });

  it('leaves out a member called __proto__', () => {
    const input = JSON.parse('{ "user": { "id": "a" }, "__proto__": { "isAdmin": true } }');
    const read = readBack({ user: User }, input) as object;
    expect(Object.keys(read)).toEqual(['user']);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('define merges into the definition given to the constructor, for schemas that contain themselves', () => {
    const definition: { user: typeof User; next?: unknown } = { user: User };
    const node = new ObjectSchema(definition);
    node.define({ next: node });
    expect(node.schema).toBe(definition);
    const read = readBack(node, { user: { id: 'a' }, next: { user: { id: 'b' } } }) as any;
    expect(read.next.user).toBeInstanceOf(User);
  });

  it('that contains itself is looked up without the inner one', () => {
    const node = new ObjectSchema<Record<string, unknown>>({ user: User, kind: 'node' });
    node.define({ next: node, pair: [node], within: { node } });
    const { entities } = normalize(User, { id: 'a' });
    const { stored, complete } = lookUp(node, ['a'], entities);
    expect(stored).toEqual({ user: 'a', kind: 'node' });
    expect(complete).toBe(false);
    expect(lookUp(node, ['b'], entities).stored).toBeUndefined();
  });
});
