import { denormalize } from '../../../src/data/normalize/denormalize.ts';
import { normalize } from '../../../src/data/normalize/normalize.ts';
import * as schema from '../../../src/data/schema/index.ts';
import { ann, bob, cid, Link, Post, User } from '../../support/entities.ts';
import { failureOf } from './failureOf.ts';
import { lookUp } from './lookUp.ts';
import { readBack } from './readBack.ts';

const allUsers = new schema.All(User);

describe('Query', () => {
  it('normalizes like its inner schema', () => {
    const names = new schema.Query([User], (users) => users.map(({ name }) => name));
    expect(normalize(names, [ann, bob])).toEqual(normalize([User], [ann, bob]));
    expect(normalize({ names }, { names: [ann] })).toEqual(
      normalize({ names: [User] }, { names: [ann] }),
    );
  });

  it('reads the result of its function for the value and the arguments', () => {
    const sorted = new schema.Query(
      allUsers,
      (users, { desc = false }: { desc?: boolean } = {}) => {
        const sign = desc ? -1 : 1;
        return users.map(({ name }) => name).sort((a, b) => (a < b ? -sign : sign));
      },
    );
    expect(readBack(sorted, [bob, ann])).toEqual(['Ann', 'Bob']);
    expect(readBack(sorted, [bob, ann], [{ desc: true }])).toEqual(['Bob', 'Ann']);
  });

  it('can aggregate a list', () => {
    const count = new schema.Query(allUsers, (users) => users.length);
    expect(readBack(count, [ann, bob, cid])).toBe(3);
    expect(readBack(count, [])).toBe(0);
  });

  it('takes unions, maps, objects and other queries, too', () => {
    const item = new schema.Union({ link: Link, post: Post }, 'id');
    const url = new schema.Query(item, (value) => (value instanceof Link ? value.url : undefined));
    expect(readBack(url, { id: 'link', url: '/x' })).toBe('/x');

    const total = new schema.Query(new schema.Values(User), (map) => Object.keys(map).length);
    expect(readBack(total, { a: ann, b: bob })).toBe(2);

    const page = new schema.Query({ user: User, next: '' }, ({ user, next }) => [user?.name, next]);
    expect(readBack(page, { user: ann, next: 'p2' })).toEqual(['Ann', 'p2']);
    expect(readBack({ page }, { page: { user: null, next: 'p2' } })).toEqual({
      page: [undefined, 'p2'],
    });

    const names = new schema.Query(allUsers, (users) => users.map(({ name }) => name));
    const first = new schema.Query(names, (list) => list[0]);
    expect(readBack(first, [bob, ann])).toBe('Bob');
  });

  it('is undefined without a call of the function if there is no value', () => {
    const process = jest.fn();
    const name = new schema.Query(User, process);
    expect(denormalize(name, '1', new Map())).toBeUndefined();
    expect(readBack({ name }, { name: null })).toEqual({ name: null });
    expect(process).not.toHaveBeenCalled();
  });

  it('makes an object with an invalid entity invalid, like its inner schema', () => {
    class Strict extends User {
      static override validate() {
        return 'never valid';
      }
    }
    const name = new schema.Query(Strict, (user) => user.name.length);
    const { entities } = normalize(User, ann);
    expect(denormalize({ name }, { name: '1' }, entities)).toBeUndefined();
    expect(denormalize([name], ['1'], entities)).toEqual([]);
  });

  it('is looked up like its inner schema', () => {
    const { entities } = normalize(User, ann);
    const upper = new schema.Query(User, ({ name }) => name.toUpperCase());
    expect(lookUp(upper, ['1'], entities)).toEqual({ stored: '1', complete: true });
    expect(lookUp(upper, ['2'], entities).stored).toBeUndefined();
    expect(lookUp(new schema.Query(allUsers, String), [], entities)).toEqual(
      lookUp(allUsers, [], entities),
    );
    expect(lookUp(new schema.Query([User], String), [], entities).stored).toBeUndefined();
  });

  it('keeps the rules of its inner schema for whole responses', () => {
    const upper = new schema.Query(User, ({ name }) => name.toUpperCase());
    expect(failureOf(() => normalize(upper, '1')).code).toBe('SB_ANSWER_SHAPE');
    expect(failureOf(() => normalize(upper, null)).code).toBe('SB_ANSWER_EMPTY');
    expect(failureOf(() => normalize({ upper }, { upper: {} })).message).toContain('$.upper:');
  });

  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, String],
    ['a text', 'User', String],
    ['a function that is no schema', Number, String],
    ['no function', User, undefined],
  ])('rejects %s', (_what, inner, process) => {
    const make = () => new schema.Query(inner as never, process as never);
    expect(failureOf(make).code).toBe('SB_SCHEMA_INVALID');
  });
});
