import { ArraySchema } from '../../../src/data/schema/ArraySchema.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import type { DenormalizeDelegate, NormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { ann, bob, cid, Link, Post, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';

let kit: GraphKit;

beforeEach(() => {
  kit = new GraphKit();
});

const named = (id: string, name: string): object => ({ id, name });
const names = (users: readonly (User | null)[]): (string | null)[] =>
  users.map((user) => user && user.name);

describe('a list', () => {
  it('keeps its reference while no member changes', () => {
    const stored = kit.store([User], [ann, bob]);
    const view = kit.view<User[]>([User], stored);
    const before = view.read();
    kit.set([User, cid]);
    expect(view.isDirty).toBe(false);
    expect(view.read()).toBe(before);
  });

  it('replaces only a changed member; the others and earlier arrays stay', () => {
    const stored = kit.store([User], [ann, bob, cid]);
    const view = kit.view<User[]>([User], stored);
    const before = view.read();
    kit.set([User, named('2', 'Bobby')]);
    const after = view.read();
    expect(names(after)).toEqual(['Ann', 'Bobby', 'Cid']);
    expect(names(before)).toEqual(['Ann', 'Bob', 'Cid']);
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
  });

  it.each([10, 1_000])('computes row, list and view when one of %d rows has changed', (count) => {
    const rows = Array.from({ length: count }, (_, i) => ({ id: `${i}`, name: 'x' }));
    const schema = [User] as const;
    const view = kit.view<User[]>(schema, kit.store(schema, rows));
    view.read();
    kit.set([User, named('7', 'seven')]);
    expect(kit.count(() => view.read())).toBe(3);
    kit.set([User, named('7', 'Seven')], [User, named('8', 'Eight')]);
    expect(kit.count(() => view.read())).toBe(4);
  });

  it('keeps its reference when members change there and back before the next read', () => {
    const stored = kit.store([User], [ann, bob]);
    const view = kit.view<User[]>([User], stored);
    const before = view.read();
    kit.set([User, named('1', 'Anna')]);
    kit.set([User, named('1', 'Ann')]);
    expect(names(view.read())).toEqual(names(before));
    expect(view.read()[1]).toBe(before[1]);
  });

  it('has a member twice if the response has it twice', () => {
    const stored = kit.store([User], [ann, bob, ann]);
    const view = kit.view<User[]>([User], stored);
    expect(names(view.read())).toEqual(['Ann', 'Bob', 'Ann']);
    kit.set([User, named('1', 'Anna')]);
    expect(names(view.read())).toEqual(['Anna', 'Bob', 'Anna']);
    expect(view.read()[0]).toBe(view.read()[2]);
    kit.remove(User, '1');
    expect(names(view.read())).toEqual(['Bob']);
  });

  it('leaves removed members out, and puts them back at their indices', () => {
    const stored = kit.store([User], [ann, bob, cid]);
    const view = kit.view<User[]>([User], stored);
    view.read();
    kit.remove(User, '2');
    expect(names(view.read())).toEqual(['Ann', 'Cid']);
    kit.set([User, named('3', 'Cids')]);
    expect(names(view.read())).toEqual(['Ann', 'Cids']);
    kit.set([User, bob], [User, named('1', 'Anna')]);
    expect(names(view.read())).toEqual(['Anna', 'Bob', 'Cids']);
    kit.set([User, named('2', 'Bobby')]);
    expect(names(view.read())).toEqual(['Anna', 'Bobby', 'Cids']);
  });

  it('shares its members with another list; a change reaches both', () => {
    const [one, two] = [kit.store([User], [ann, bob]), kit.store([User], [bob, cid])];
    const views = [kit.view<User[]>([User], one), kit.view<User[]>([User], two)];
    const [first, second] = views.map((view) => view.read());
    expect(first[1]).toBe(second[0]);
    kit.set([User, named('2', 'Bobby')]);
    expect(views.map((view) => names(view.read()))).toEqual([
      ['Ann', 'Bobby'],
      ['Bobby', 'Cid'],
    ]);
    kit.set([User, named('3', 'Cids')]);
    expect(views.map(({ isDirty }) => isDirty)).toEqual([false, true]);
  });

  it('stays empty if it was empty', () => {
    const view = kit.view<User[]>([User], kit.store([User], []));
    const before = view.read();
    kit.set([User, ann]);
    expect(view.read()).toBe(before);
    expect(before).toEqual([]);
  });

  it('chooses the class of each member by its attribute, and keeps unmapped items', () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const schema = new ArraySchema({ user: User, link: Link }, 'type' as never);
    const stored = kit.store(schema, [
      { ...ann, type: 'user' },
      { id: 'x', type: 'other' },
      { id: '1', type: 'link', url: '/' },
    ]);
    const view = kit.view<object[]>(schema, stored);
    const before = view.read();
    expect(before[0]).toBeInstanceOf(User);
    expect(before[1]).toEqual({ id: 'x', type: 'other' });
    expect(before[2]).toBeInstanceOf(Link);
    kit.set([Link, { id: '1', url: '/other' }]);
    const after = view.read();
    expect(after[2]).toMatchObject({ url: '/other' });
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    warned.mockRestore();
  });

  it('follows the members of a union', () => {
    const union = new Union({ user: User, link: Link }, 'type' as never);
    const stored = kit.store([union] as never, [
      { ...ann, type: 'user' },
      { id: '1', type: 'link', url: '/' },
    ]);
    const view = kit.view<object[]>([union], stored);
    expect(view.read().map(({ constructor }) => constructor)).toEqual([User, Link]);
    kit.set([User, named('1', 'Anna')]);
    expect(view.read()[0]).toMatchObject({ name: 'Anna' });
  });

  it('follows the nested entities of its members', () => {
    const stored = kit.store(
      [Post],
      [
        { id: 'p', title: 'P', author: ann },
        { id: 'q', title: 'Q', author: ann },
        { id: 'r', title: 'R', author: bob },
      ],
    );
    const view = kit.view<Post[]>([Post], stored);
    const before = view.read();
    kit.set([User, named('1', 'Anna')]);
    const after = view.read();
    expect(after.map(({ author }) => author?.name)).toEqual(['Anna', 'Anna', 'Bob']);
    expect(after[2]).toBe(before[2]);
  });

  it('is a list of its own within a list', () => {
    const stored = kit.store([[User]], [[ann, bob], [cid]]);
    const view = kit.view<User[][]>([[User]], stored);
    const before = view.read();
    kit.set([User, named('3', 'Cids')]);
    const after = view.read();
    expect(after.map(names)).toEqual([['Ann', 'Bob'], ['Cids']]);
    expect(after[0]).toBe(before[0]);
  });
});

describe('a list with a member that throws', () => {
  class Event extends Entity {
    id = '';
    on = '';
    static override readonly key = 'Event';
    static override schema = {
      on: (text: string): string => {
        if (text === 'never') throw new Error('no date');
        return text;
      },
    };
  }
  const dates = (events: readonly Event[]): string[] => events.map(({ on }) => on);

  it('recovers when that member changes, with all other changes since', () => {
    const rows = ['1', '2', '3', '4'].map((id) => ({ id, on: id }));
    const view = kit.view<Event[]>([Event], kit.store([Event], rows));
    view.read();
    kit.set([Event, { id: '2', on: 'never' }], [Event, { id: '4', on: 'four' }]);
    expect(() => view.read()).toThrow('no date');
    kit.set([Event, { id: '1', on: 'one' }]);
    expect(() => view.read()).toThrow('no date');
    kit.set([Event, { id: '2', on: 'two' }]);
    expect(dates(view.read())).toEqual(['one', 'two', '3', 'four']);
    kit.set([Event, { id: '3', on: 'three' }]);
    expect(dates(view.read())).toEqual(['one', 'two', 'three', 'four']);
  });

  it('recovers when that member is removed', () => {
    const rows = ['1', '2', '3'].map((id) => ({ id, on: id }));
    const view = kit.view<Event[]>([Event], kit.store([Event], rows));
    view.read();
    kit.set([Event, { id: '2', on: 'never' }]);
    expect(() => view.read()).toThrow('no date');
    kit.remove(Event, '2');
    expect(dates(view.read())).toEqual(['1', '3']);
  });
});

it('a list whose schema maps its members is patched with mapped values', () => {
  const name = {
    normalize: (input: unknown, parent: unknown, key: string, delegate: NormalizeDelegate) =>
      delegate.visit(User, input, parent, key),
    denormalize: (stored: unknown, delegate: DenormalizeDelegate) =>
      (delegate.unvisit(User, stored) as User).name,
    queryKey: () => undefined,
  };
  const stored = kit.store([name], [ann, bob]);
  const view = kit.view<string[]>([name], stored);
  expect(view.read()).toEqual(['Ann', 'Bob']);
  kit.set([User, named('1', 'Anna')]);
  expect(view.read()).toEqual(['Anna', 'Bob']);
});

describe('a list that is not read', () => {
  it('is not computed', () => {
    const stored = kit.store([User], [ann, bob]);
    const view = kit.view<User[]>([User], stored);
    view.read();
    expect(kit.count(() => kit.set([User, named('1', 'Anna')]))).toBe(0);
    view.dispose();
    expect(kit.count(() => kit.set([User, named('1', 'Annika')]))).toBe(0);
  });

  it('notes a dirty member once, however often it changes while others read it', () => {
    const stored = kit.store([User], [ann, bob]);
    const list = kit.view<User[]>([User], stored);
    const user = kit.view<User>(User, '1');
    list.read();
    for (let i = 0; i < 100; i++) {
      kit.set([User, named('1', `${i}`)]);
      user.read();
    }
    const reads = jest.spyOn(kit.graph.entity(User, '1', undefined), 'read');
    expect(names(list.read())).toEqual(['99', 'Bob']);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('releases its members when its last view is disposed', () => {
    const stored = kit.store([User], [ann, bob]);
    const view = kit.view<User[]>([User], stored);
    view.read();
    kit.set([User, named('1', 'Anna')]);
    view.read();
    view.dispose();
    for (const pk of ['1', '2'])
      expect(kit.graph.entity(User, pk, undefined).hasParents).toBe(false);
  });
});
