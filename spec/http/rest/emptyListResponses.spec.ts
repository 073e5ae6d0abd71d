import { Entity } from '../../../src/data/schema/Entity.ts';
import { resource } from '../../../src/http/rest/resource.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  owner = '';
  static override key = 'Ticket';
}

const options = {
  path: '/tickets/:id',
  schema: Ticket,
  searchParams: {} as { owner?: string } | undefined,
} as const;

/** Ann has ticket 1; the response to each mutation is empty. */
function kit(optimistic: boolean) {
  const { getList } = resource({ ...options, optimistic });
  const getPage = getList.extend({
    path: '/page',
    schema: { items: getList.schema, total: getList.schema.count },
  });
  const sent: string[] = [];
  const fetch = (url: string, { method }: RequestInit): Promise<Response> => {
    if (method !== 'GET') return Promise.resolve(new Response(null, { status: 204 }));
    sent.push(url);
    return Promise.resolve(Response.json({ items: [{ id: '7', owner: 'ann' }], total: 1 }));
  };
  const store = createStore({ fetch: fetch as never });
  const ofOwner = [{ owner: 'ann' }, { owner: 'bob' }];
  const one = { id: '1', title: 'Leak', owner: 'ann' };
  store.setResponse(getPage, ofOwner[0], { items: [one], total: 1 });
  store.setResponse(getPage, ofOwner[1], { items: [], total: 0 });
  const show = () =>
    ofOwner.map((args) => {
      const { data, status } = store.getState(getPage, args);
      return `${data?.items.map(({ id }) => id).join(' ')} of ${data?.total}, ${status}`;
    });
  return { getList, getPage, sent, show, store };
}

describe.each([true, false])('an empty response to a change of lists (optimistic: %s)', (how) => {
  it('counts as what move has sent', async () => {
    const { getList, show, store } = kit(how);
    await store.fetch(getList.move, { id: '1' }, { owner: 'bob' });
    expect(show()).toEqual([' of 0, valid', '1 of 1, valid']);
    expect(store.get(Ticket, '1')).toMatchObject({ title: 'Leak', owner: 'bob' });
  });

  it.each(['push', 'unshift'] as const)(
    'counts as what %s has sent, with the ids of the client',
    async (by) => {
      const { getList, show, store } = kit(how);
      const created = await store.fetch(getList[by], { id: '2', owner: 'bob' });
      expect(created).toMatchObject({ id: '2' });
      const several = [
        { id: '3', owner: 'bob' },
        { id: '4', owner: 'ann' },
      ];
      await store.fetch(getList[by], several);
      const [ofAnn, ofBob] = by === 'push' ? ['1 4', '2 3'] : ['4 1', '3 2'];
      expect(show()).toEqual([`${ofAnn} of 2, valid`, `${ofBob} of 2, valid`]);
    },
  );

  it.each<[by: 'push' | 'unshift', sent: unknown]>([
    ['push', { owner: 'ann' }],
    ['unshift', { id: '', owner: 'ann' }],
    ['push', [{ id: '2', owner: 'ann' }, { owner: 'ann' }]],
    ['push', new FormData()],
  ])('has the lists fetched once more if %s does not say which entity: %p', async (by, sent) => {
    const { getList, show, store } = kit(how);
    await store.fetch(getList[by], sent as object);
    expect(show()).toEqual(['1 of 1, stale', ' of 0, stale']);
  });

  it('has the lists and the entity fetched once more if move sends a form', async () => {
    const { getList, getPage, sent, show, store } = kit(how);
    const subscription = store.observe(getPage, { owner: 'ann' }).subscribe();
    store.setResponse(resource(options).get, { id: '1' }, { id: '1' });
    await store.fetch(getList.move, { id: '1' }, new FormData());
    await new Promise(setImmediate);
    expect(sent).toEqual(['/page?owner=ann']);
    expect(show()).toEqual(['7 of 1, valid', ' of 0, stale']);
    expect(store.getState(resource(options).get, { id: '1' }).status).toBe('stale');
    subscription.unsubscribe();
  });

  it('counts as the sent record also if process returns nothing', async () => {
    const { getList, show, store } = kit(how);
    const push = getList.extend({ process: () => undefined }).push;
    await store.fetch(push, { id: '2', owner: 'bob' });
    expect(show()).toEqual(['1 of 1, valid', '2 of 1, valid']);
  });
});
