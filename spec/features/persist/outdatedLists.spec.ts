import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { storedKeys } from '../../../src/features/persist/persist.ts';
import { shareTabs } from '../../../src/features/tabs/shareTabs.ts';
import { getUser, type Program, recordsOf, requests, startProgram } from './persistKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  title = '';
  static override readonly key = 'Ticket';
}

const tickets = new Collection([Ticket], { filter: ({ status }, args) => status === args.status });
const send = (...args: object[]) => requests.send(...args);
const getTickets = new Endpoint((args: { status: string }) => send(args), {
  name: 'getTickets',
  schema: tickets,
});
const getCount = new Endpoint((args: { status: string }) => send(args), {
  name: 'getCount',
  schema: { tickets, total: tickets.count },
});
const getNumber = new Endpoint((args: { status: string }) => send(args), {
  name: 'getNumber',
  schema: tickets.count,
});
const mutation = { sideEffect: true } as const;
const createTicket = new Endpoint(send, { name: 'create', schema: tickets.push, ...mutation });
const editTicket = new Endpoint(send, { name: 'edit', schema: Ticket, ...mutation });
const deleteTicket = new Endpoint(send, {
  name: 'delete',
  schema: new Invalidate(Ticket),
  ...mutation,
});

const open = { status: 'open' };
const [one, two] = ['1', '2'].map((id) => ({ id, title: `Ticket ${id}`, ...open }));

/** Another program on the same data, that does not read lists. */
type Next = (program: Program) => Promise<Program>;
const reload: Next = (program) => program.reload(300);
const tab: Next = ({ storage, options }) => startProgram({ ...options, storage, later: 300 });

const changes: readonly (readonly [what: string, change: (program: Program) => unknown])[] = [
  ['created a member', ({ store }) => store.setResponse(createTicket, {}, two)],
  ['made a member leave', ({ store }) => store.setResponse(editTicket, {}, closed(one))],
  [
    'made an entity join',
    async ({ flush, store }) => {
      store.setResponse(editTicket, {}, closed(two));
      await flush();
      store.setResponse(editTicket, {}, two);
    },
  ],
];

const closed = (ticket: typeof one) => ({ ...ticket, status: 'closed' });

async function statusIn({ store }: Program): Promise<string> {
  await storedKeys(store, [[getTickets, open]]);
  return store.getState(getTickets, open).status;
}

/** A program that has stored a list. */
async function first(options: Parameters<typeof startProgram>[0] = {}): Promise<Program> {
  const program = await startProgram(options);
  program.store.setResponse(getTickets, open, [one]);
  await program.flush();
  return program;
}

describe.each([
  ['a program', reload],
  ['a tab', tab],
])('a stored list that %s does not have in memory', (_who, next) => {
  it.each(changes)('is stale after the program has %s', async (_what, change) => {
    const program = await next(await first());
    await change(program);
    expect(await statusIn(program)).toBe('stale');
  });

  it.each(changes)('is stale after a reload, since the program had %s', async (_what, change) => {
    const program = await next(await first());
    await change(program);
    await program.flush();
    expect(await statusIn(await program.reload(300))).toBe('stale');
  });

  it.each(changes)('is stale with shareTabs, too, if the program had %s', async (_what, change) => {
    const plugins = [shareTabs()];
    const program = await (await first({ store: { plugins } })).reload(300);
    await change(program);
    await program.flush();
    expect(await statusIn(await program.reload(300))).toBe('stale');
  });

  it('is valid again once it was fetched', async () => {
    const program = await next(await first());
    program.store.setResponse(createTicket, {}, two);
    await program.flush();
    const later = await program.reload(300);
    later.store.setResponse(getTickets, open, [one, two]);
    await later.flush();
    expect(await statusIn(await later.reload(300))).toBe('valid');
  });
});

describe('a list that is fetched while other tabs create members', () => {
  it('is stale if it lacks one of them, also within one millisecond', async () => {
    const start = await first();
    const tabs = [await tab(start), await tab(start), await tab(start)];
    const three = { ...one, id: '3' };
    // The first load of a key flushes all changes at once.
    let id = 0;
    const flush = ({ store }: Program) => storedKeys(store, [[getUser, { id: `none ${++id}` }]]);
    tabs[0].store.setResponse(createTicket, {}, two);
    await flush(tabs[0]);
    void tabs[0].store.fetch(getTickets, open);
    tabs[1].store.setResponse(editTicket, {}, { ...one, title: 'new' });
    await flush(tabs[1]);
    tabs[2].store.setResponse(createTicket, {}, three);
    await flush(tabs[2]);
    requests.last.answer([one, two]);
    await flush(tabs[0]);
    expect(await statusIn(await tabs[0].reload(300))).toBe('stale');
  });
});

describe('a stored list that memory has', () => {
  it.each([
    ['a member was created', ({ store }: Program) => store.setResponse(createTicket, {}, two)],
    ['a member has left', ({ store }: Program) => store.setResponse(editTicket, {}, closed(one))],
    ['a member was deleted', ({ store }: Program) => store.setResponse(deleteTicket, {}, one)],
    [
      'a member has changed otherwise',
      ({ store }: Program) => store.setResponse(editTicket, {}, { ...one, title: 'Edited' }),
    ],
  ])('is valid after a reload, since it has followed when %s', async (_what, change) => {
    const program = await (await first()).reload(300);
    await storedKeys(program.store, [[getTickets, open]]);
    change(program);
    await program.flush();
    const next = await program.reload(300);
    expect(await statusIn(next)).toBe('valid');
    expect(next.store.getState(getTickets, open).data).toEqual(
      program.store.getState(getTickets, open).data,
    );
  });
});

describe('a stored list of a collection that was declared second', () => {
  const getOpen = new Endpoint((args: { is: string }) => send(args), {
    name: 'getOpen',
    schema: new Collection([Ticket], { filter: (_args, { status }) => status === 'open' }),
  });

  it('follows by the rules of that collection once it is loaded', async () => {
    const program = await startProgram();
    program.store.setResponse(getOpen, { is: 'open' }, [one, two]);
    await program.flush();
    const { store } = await program.reload(300);
    await storedKeys(store, [[getOpen, { is: 'open' }]]);
    store.setResponse(editTicket, {}, closed(one));
    expect(store.getState(getOpen, { is: 'open' }).data).toMatchObject([{ id: '2' }]);
  });

  it('has a number beside it that follows by them, too', async () => {
    const { schema } = getOpen;
    const getTotal = new Endpoint((args: { is: string }) => send(args), {
      name: 'getTotal',
      schema: { tickets: schema, total: schema.count },
    });
    const program = await startProgram();
    program.store.setResponse(getTotal, { is: 'open' }, { tickets: [one, two], total: 7 });
    await program.flush();
    const { store } = await program.reload(300);
    await storedKeys(store, [[getTotal, { is: 'open' }]]);
    store.setResponse(editTicket, {}, closed(one));
    expect(store.getState(getTotal, { is: 'open' }).data?.total).toBe(6);
  });
});

describe('a stored number beside a list that memory does not have', () => {
  it('is stale after a member was deleted', async () => {
    const program = await startProgram();
    program.store.setResponse(getCount, open, { tickets: [one], total: 5 });
    await program.flush();
    const next = await program.reload(300);
    next.store.setResponse(deleteTicket, {}, one);
    await next.flush();
    const last = await next.reload(300);
    await storedKeys(last.store, [[getCount, open]]);
    expect(last.store.getState(getCount, open).status).toBe('stale');
  });
});

describe.each([
  ['a stored number', getNumber, getTickets],
  ['a stored list', getTickets, getNumber],
  ['a stored list with its number', getCount, getTickets],
])('%s of which memory has only the other one', (_what, stored, inMemory) => {
  it.each([
    ...changes,
    ['deleted a member', ({ store }: Program) => store.setResponse(deleteTicket, {}, one)] as const,
  ])('is stale after a reload, since the program has %s', async (_change, change) => {
    const program = await first();
    program.store.setResponse(getCount, open, { tickets: [one], total: 1 });
    program.store.setResponse(getNumber, open, 1);
    await program.flush();
    const next = await program.reload(300);
    await storedKeys(next.store, [[inMemory, open]]);
    await change(next);
    await next.flush();
    const last = await next.reload(300);
    await storedKeys(last.store, [
      [stored, open],
      [inMemory, open],
    ]);
    const statuses = [stored, inMemory].map((get) => last.store.getState(get, open).status);
    expect(statuses).toEqual(['stale', 'valid']);
  });
});

describe('an entity of a class that no read of a program shows', () => {
  it('replaces the stored one, and is not stored if there is none (R9)', async () => {
    const program = await reload(await first());
    program.store.setResponse(editTicket, {}, { ...one, title: 'Edited' });
    program.store.setResponse(editTicket, {}, two);
    await program.flush();
    const rows = await recordsOf(program.storage, 'rows');
    const records = rows.map(([, row]) => (row as readonly unknown[])[3]);
    expect(records).toContainEqual({ ...one, title: 'Edited' });
    expect(records).not.toContainEqual(two);
  });
});
