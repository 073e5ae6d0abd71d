import { All } from '../../../src/data/schema/All.ts';
import { Values } from '../../../src/data/schema/Values.ts';
import { ann, bob, Link, User } from '../../support/entities.ts';
import { GraphKit } from '../../support/GraphKit.ts';

let kit: GraphKit;

beforeEach(() => {
  kit = new GraphKit();
});

describe('an object with members', () => {
  const schema = { first: User, others: [User], next: '' };
  const answer = { first: ann, others: [bob], next: '/2', meta: { total: 2 } };
  interface Page {
    first: User;
    others: User[];
    next: string;
    meta: object;
  }

  it('keeps its reference while no member changes', () => {
    const view = kit.view<Page>(schema, kit.store(schema, answer));
    const before = view.read();
    kit.set([User, { id: '9', name: 'x' }]);
    expect(view.read()).toBe(before);
  });

  it('is a new object when a member changes, and keeps the other members', () => {
    const view = kit.view<Page>(schema, kit.store(schema, answer));
    const before = view.read();
    kit.set([User, { ...ann, name: 'Anna' }]);
    const after = view.read();
    expect(after).not.toBe(before);
    expect(after.first.name).toBe('Anna');
    expect(after.others).toBe(before.others);
    expect(after.meta).toBe(before.meta);
    expect(before.first.name).toBe('Ann');
  });

  it('computes entity, object and view for one change', () => {
    const view = kit.view<Page>(schema, kit.store(schema, answer));
    view.read();
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(kit.count(() => view.read())).toBe(3);
    kit.set([User, { ...bob, name: 'Bobby' }]);
    expect(kit.count(() => view.read())).toBe(4);
  });

  it('is one object for all reads of the same stored object', () => {
    const stored = kit.store(schema, answer);
    expect(kit.view(schema, stored).read()).toBe(kit.view(schema, stored).read());
  });

  it('has a list of all entities of a key as a member', () => {
    const page = { results: new All(User), next: '' };
    const view = kit.view<{ results: User[] }>(page, kit.store(page, { results: [ann], next: '' }));
    const before = view.read();
    expect(before.results.map(({ name }) => name)).toEqual(['Ann']);
    kit.set([User, bob]);
    expect(view.read().results.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(view.read().results[0]).toBe(before.results[0]);
    kit.set([Link, { id: 'l', url: '/' }]);
    expect(view.isDirty).toBe(false);
  });
});

describe('a map of values', () => {
  const schema = new Values(User);

  it('follows its members and leaves out removed ones', () => {
    const view = kit.view<Record<string, User>>(schema, kit.store(schema, { a: ann, b: bob }));
    const before = view.read();
    expect(Object.keys(before)).toEqual(['a', 'b']);
    kit.set([User, { ...ann, name: 'Anna' }]);
    expect(view.read()['a']?.name).toBe('Anna');
    expect(view.read()['b']).toBe(before['b']);
    kit.remove(User, '2');
    expect(Object.keys(view.read())).toEqual(['a']);
    kit.set([User, bob]);
    expect(Object.keys(view.read())).toEqual(['a', 'b']);
  });

  it('treats special names like ordinary ones', () => {
    const answer = JSON.parse(
      '{"__proto__": {"id": "p", "name": "P"}, "constructor": {"id": "c"}}',
    ) as object;
    const view = kit.view<Record<string, User>>(schema, kit.store(schema, answer));
    expect(Object.keys(view.read()).sort()).toEqual(['__proto__', 'constructor']);
    expect(view.read()['constructor']).toBeInstanceOf(User);
  });

  it('chooses the class of each value by its attribute', () => {
    const either = new Values({ user: User, link: Link }, 'type' as never);
    const stored = kit.store(either, {
      a: { ...ann, type: 'user' },
      b: { id: '1', url: '/', type: 'link' },
    });
    const view = kit.view<Record<string, object>>(either, stored);
    expect(view.read()['a']).toBeInstanceOf(User);
    expect(view.read()['b']).toBeInstanceOf(Link);
    kit.set([Link, { id: '1', url: '/2' }]);
    expect(view.read()['b']).toMatchObject({ url: '/2' });
  });
});

describe('an object whose last view is disposed', () => {
  it('releases its members', () => {
    const schema = { first: User };
    const view = kit.view(schema, kit.store(schema, { first: ann }));
    view.read();
    view.dispose();
    expect(kit.graph.entity(User, '1', undefined).hasParents).toBe(false);
  });
});
