import { Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { live } from '../../../src/features/live/live.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { storeKit } from '../../support/storeKit.ts';

class Ticket extends Entity {
  id = 0;
  title = '';
  status = '';
  static override readonly key: string = 'Ticket';
}
type Row = Pick<Ticket, 'id' | 'title' | 'status'>;

const reads = new FakeRequests();
const writes = new FakeRequests();
const tickets = new Collection([Ticket]);
const getOpen = new Endpoint((_args: { status: string }) => reads.send(_args), {
  name: 'getOpen',
  schema: { items: tickets, total: tickets.count },
});
const save = new Endpoint((_args: { id: number }) => writes.send(_args), {
  name: 'save',
  schema: Ticket,
  sideEffect: true,
});
const create = new Endpoint((_args: object) => writes.send(_args), {
  name: 'create',
  schema: tickets.push,
  sideEffect: true,
});

const open = { status: 'open' };
const [one, two] = [1, 2].map((id): Row => ({ id, title: `t${id}`, ...open }));
const mine = { ...one, title: 'mine' };
const theirs = { ...one, title: 'theirs' };
const closed = { ...one, status: 'closed' };
const page = (...items: readonly Row[]) => ({ items, total: items.length });

const flush = () => new Promise((resolve) => setTimeout(resolve));

/** A list of two open tickets, of which the first one is being edited. */
async function editing({ isObserved = true, schema = save } = {}, options: StoreOptions = {}) {
  const { store } = storeKit(options);
  store.setResponse(getOpen, open, page(one, two));
  if (isObserved) store.observe(getOpen, open).subscribe();
  const before = reads.count;
  const saved = store.fetch(schema, { id: 1 });
  return {
    store,
    /** The response to the mutation. */
    respond: async (response: unknown) => {
      writes.last.answer(response);
      await saved;
      await flush();
    },
    shown: () => {
      const { data, status } = store.getState(getOpen, open);
      return `${data!.items.map(({ title }) => title).join()} of ${data!.total} ${status}`;
    },
    sent: () => reads.count - before,
  };
}

describe('a message about an entity that a mutation in flight changes', () => {
  it.each<readonly [string, (store: Store) => void, readonly Row[]]>([
    ['a change', (store) => store.set(Ticket, theirs), [theirs, two]],
    ['a change of a member that the mutation left', (store) => store.set(Ticket, closed), [two]],
    ['a removal', (store) => store.set(new Invalidate(Ticket), { id: 1 }), [two]],
    ['a whole list', (store) => store.setResponse(getOpen, open, page(theirs)), [theirs]],
    [
      'a value that the store had before the mutation',
      (store) => store.set(Ticket, { id: 1, title: 't1' }),
      [one, two],
    ],
  ])('has the data fetched once more if the response contradicts it: %s', async (...example) => {
    const [, arrive, now] = example;
    const { respond, sent, shown, store } = await editing();
    arrive(store);
    await respond(mine);
    expect(sent()).toBe(1);
    reads.last.answer(page(...now));
    expect(shown()).toBe(`${now.map(({ title }) => title).join()} of ${now.length} valid`);
  });

  it('makes the data stale if it is not observed', async () => {
    const { respond, sent, shown, store } = await editing({ isObserved: false });
    store.set(Ticket, theirs);
    await respond(mine);
    expect([shown(), sent()]).toEqual(['mine,t2 of 2 stale', 0]);
  });

  it('of a live source has the data fetched once more', async () => {
    const events = new FakeRequests();
    const watch = new Endpoint((_args: { id: number }) => events.send(_args), {
      name: 'watch',
      schema: Ticket,
    });
    const { respond, sent, store } = await editing();
    live(store, watch, { id: 1 }).subscribe();
    events.last.push(one);
    events.last.push(theirs);
    await respond(mine);
    expect(sent()).toBe(1);
  });

  it('has the data fetched once more if it waits until the response arrives', async () => {
    const messages$ = new Subject<Row>();
    const plugin = applyMessages(messages$, (store, row) => store.set(Ticket, row), {
      scheduler: new ManualClock(),
    });
    const { respond, sent, shown } = await editing({}, { plugins: [plugin] });
    messages$.next(theirs);
    await respond(mine);
    expect(sent()).toBe(1);
    reads.last.answer(page(theirs, two));
    expect(shown()).toBe('theirs,t2 of 2 valid');
  });

  it.each<readonly [string, Partial<Row> & { id: number }]>([
    ['says the same', mine],
    ['has other members', { id: 1, status: 'open' }],
    ['is about another entity', { ...two, title: 'theirs' }],
  ])('sends no request if it %s', async (_name, message) => {
    const { respond, sent, shown, store } = await editing();
    store.set(Ticket, message);
    await respond({ id: 1, title: 'mine' });
    expect(sent()).toBe(0);
    expect(shown()).toMatch(/^mine,.* of 2 valid$/);
  });

  it.each(['before it was sent', 'after its response'])('is no conflict %s', async (when) => {
    const isBefore = when === 'before it was sent';
    const { store } = storeKit();
    store.setResponse(getOpen, open, page(one, two));
    store.observe(getOpen, open).subscribe();
    const before = reads.count;
    if (isBefore) store.set(Ticket, theirs);
    const saved = store.fetch(save, { id: 1 });
    writes.last.answer(mine);
    await saved;
    if (!isBefore) store.set(Ticket, theirs);
    await flush();
    expect(reads.count).toBe(before);
  });

  it('is no conflict if it is part of a batch that fails', async () => {
    const { store, respond, shown } = await editing({ isObserved: false });
    const failing = (): void =>
      store.batch(() => {
        store.set(Ticket, theirs);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    const get = new Endpoint((_args: { id: number }) => reads.send(_args), {
      name: 'get',
      schema: Ticket,
    });
    store.observe(get, { id: 1 }).subscribe();
    reads.last.answer(one);
    await respond(mine);
    expect(shown()).toBe('mine,t2 of 2 valid');
  });

  it('is no conflict for the failure of the mutation', async () => {
    const { sent, shown, store } = await editing();
    store.set(Ticket, theirs);
    writes.last.fail(new Error('down'));
    await flush();
    expect([shown(), sent()]).toEqual(['theirs,t2 of 2 valid', 0]);
  });

  it('that is a creation counts once, whichever arrives first', async () => {
    const { respond, sent, shown, store } = await editing({ schema: create as never });
    const made = { id: 3, title: 'new', ...open };
    store.set(Ticket, made);
    await respond(made);
    expect([shown(), sent()]).toEqual(['t1,t2,new of 3 valid', 0]);
  });

  it('is no conflict if a version decides', async () => {
    class Versioned extends Ticket {
      version = 0;
      static override readonly key = 'Versioned';
      static override shouldReorder(
        _known: unknown,
        _meta: unknown,
        existing: { readonly version: number },
        incoming: { readonly version: number },
      ): boolean {
        return incoming.version < existing.version;
      }
    }
    const { store } = storeKit();
    const get = new Endpoint((_args: { id: number }) => reads.send(_args), {
      name: 'get',
      schema: Versioned,
    });
    const update = save.extend({ schema: Versioned });
    store.setResponse(get, { id: 1 }, { ...one, version: 1 });
    store.observe(get, { id: 1 }).subscribe();
    const before = reads.count;
    const saved = store.fetch(update, { id: 1 });
    store.set(Versioned, { ...theirs, version: 3 });
    writes.last.answer({ ...mine, version: 2 });
    await saved;
    await flush();
    expect(store.get(Versioned, { id: 1 })?.title).toBe('theirs');
    expect(reads.count).toBe(before);
  });
});
