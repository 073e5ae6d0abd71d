import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../../src/data/schema/Invalidate.ts';
import { resource } from '../../../../src/http/rest/resource.ts';
import { createStore } from '../../../../src/kernel/store/createStore.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  tags: string[] = [];
  static override readonly key = 'Ticket';
}

const { getList } = resource({ path: '/tickets/:id', schema: Ticket });
const getPage = getList.extend({
  path: '/page',
  schema: { items: getList.schema, total: getList.schema.count },
});

const unfilled: readonly (readonly [shown: string, args: Record<string, unknown>])[] = [
  ['[]', { tags: [] }],
  ['{}', { filter: {} }],
  ['objects of nothing else', { filter: { tags: [], range: { from: undefined } } }],
  ['several of them', { tags: [], filter: {} }],
];

function kit(args: Record<string, unknown>) {
  const store = createStore();
  const all = { status: 'open', ...args };
  store.setResponse(getPage, all, { items: [{ id: '1', status: 'open', tags: ['a'] }], total: 1 });
  const show = (shown: Record<string, unknown> = all) => {
    const { items, total } = store.getState(getPage, shown).data!;
    return `${items.map(({ id }) => id).join(' ')} of ${total}`;
  };
  return { show, store };
}

describe.each(unfilled)('a list with %s as argument', (_, args) => {
  it.each(['push', 'unshift', 'move'] as const)('gets what %s adds', (by) => {
    const { show, store } = kit(args);
    store.set(getList.schema[by], { id: '2', status: 'open', tags: ['b'] });
    store.set(getList.schema[by], { id: '3', status: 'closed', tags: [] });
    expect(show()).toBe(by === 'unshift' ? '2 1 of 2' : '1 2 of 2');
  });

  it('follows edits and removals', () => {
    const { show, store } = kit(args);
    store.set(Ticket, { id: '1', tags: ['b'] });
    expect(show()).toBe('1 of 1');
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(show()).toBe(' of 0');
    store.set(Ticket, { id: '1', status: 'open' });
    expect(show()).toBe('1 of 1');
    store.set(new Invalidate(Ticket), '1');
    expect(show()).toBe(' of 0');
  });

  it('loses what remove takes out', () => {
    const { show, store } = kit(args);
    store.set(getList.schema.remove, { id: '1', status: 'open' });
    expect(show()).toBe(' of 0');
  });

  it('has the key of the list without it, and is read by it', () => {
    const { show, store } = kit(args);
    store.set(getList.schema.push, { id: '2', status: 'open' });
    expect(show({ status: 'open' })).toBe('1 2 of 2');
  });
});

it('lists of other arguments stay apart: an endpoint may send what a URL leaves out', () => {
  const store = createStore();
  const list = new Collection([Ticket]);
  store.set(list, { tags: [] }, []);
  store.set(list, {}, [{ id: '1' }]);
  expect(store.get(list, { tags: [] })).toEqual([]);
  expect(store.get(list, {})).toHaveLength(1);
});

it('null, empty text and false are values', () => {
  for (const status of [null, '', false]) {
    const { show, store } = kit({ status });
    store.set(getList.schema.push, { id: '2', status: 'open' });
    expect(show()).toBe('1 of 1');
  }
});
