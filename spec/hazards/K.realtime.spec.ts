import { BehaviorSubject, Subject } from 'rxjs';
import { Collection, Endpoint, Entity, Invalidate } from 'streambed';
import { applyMessages, live } from 'streambed/live';
import { collect } from '../support/collect.ts';
import { ann, User } from '../support/entities.ts';
import { fakeRequests } from '../support/FakeRequests.ts';
import { liveKit, type Tick } from '../support/liveKit.ts';
import { pass } from '../support/pass.ts';
import { collectStates, storeKit } from '../support/storeKit.ts';

const requests = fakeRequests();
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });

/** An entity with a version. */
class Price extends Entity {
  symbol = '';
  value = 0;
  version = 0;
  override pk(): string {
    return this.symbol;
  }
  static override readonly key = 'Price';
  static override shouldReorder(
    _meta: unknown,
    _incomingMeta: unknown,
    existing: { version: number },
    incoming: { version: number },
  ): boolean {
    return incoming.version < existing.version;
  }
}

const priceOf = (kit: ReturnType<typeof liveKit>) =>
  new Endpoint((symbol: string) => kit.source.topic(symbol), {
    name: 'price',
    schema: Price,
    lookup: true,
  });

describe('hazard K1: events that are lost while disconnected', () => {
  it('K1 are made up for: topics are subscribed again, then the data they kept up to date is fetched once', () => {
    const kit = liveKit();
    const order: unknown[] = [];
    const { clock } = kit;
    const { store } = storeKit({ scheduler: kit.clock });
    collectStates(store.observe(getUser, '1'));
    requests.last.answer(ann);
    kit.source.reconnected$.subscribe(() => {
      order.push([...kit.sockets.last.sent]);
      store.expireAll(getUser);
    });
    live(store, priceOf(kit), 'a').subscribe();
    kit.sockets.last.open();
    expect(requests.count).toBe(1);
    kit.sockets.last.lose();
    pass(clock, 1_000);
    kit.sockets.last.open();
    expect(order).toEqual([[{ join: 'a' }]]);
    expect(requests.count).toBe(2);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(store.get(User, '1')?.name).toBe('Anna');
  });

  it('K1 include messages that had to be dropped', () => {
    const messages$ = new Subject<typeof ann>();
    const { store, clock } = storeKit({
      plugins: [
        (one) => {
          collectStates(one.observe(getUser, '1'));
          return undefined;
        },
      ],
    });
    const plugin = applyMessages(messages$, (to, user) => to.set(User, user), {
      limit: 2,
      scheduler: clock,
      onGap: (of) => of.expireAll(getUser),
    });
    const end = plugin(store);
    requests.last.answer(ann);
    for (const id of ['1', '2', '3']) messages$.next({ ...ann, id });
    clock.advance(16);
    expect(requests.count).toBe(2);
    (end as { unsubscribe(): void }).unsubscribe();
  });
});

it('hazard K2: a repeated event changes nothing, and an older one is ignored', () => {
  const kit = liveKit();
  const { store } = storeKit();
  const shown = collect(store.query(Price, { symbol: 'a' }));
  live(store, priceOf(kit), 'a').subscribe();
  kit.sockets.last.open();
  const first = { symbol: 'a', value: 1, version: 1 };
  const second = { symbol: 'a', value: 2, version: 2 };
  for (const message of [first, first, second, second, first]) kit.sockets.last.push(message);
  expect(shown.values.map((price) => price?.value)).toEqual([undefined, 1, 2]);
});

describe('hazard K3: an event while the same entity is fetched', () => {
  it.each(['store.set', 'a live source'])(
    'K3 is not lost under the response of an older request: %s',
    (how) => {
      const { store } = storeKit();
      const events$ = new Subject<unknown>();
      const onUser = new Endpoint(() => events$, { name: 'onUser', schema: User, lookup: true });
      const observer = collectStates(store.observe(getUser, '1'));
      if (how !== 'store.set') {
        live(store, onUser).subscribe();
        events$.next(ann);
        store.expireAll(getUser);
      }
      const event = { ...ann, name: 'of the event' };
      if (how === 'store.set') store.set(User, event);
      else events$.next(event);
      requests.last.answer({ ...ann, name: 'older' });
      expect(store.get(User, '1')?.name).toBe('of the event');
      expect(observer.values.at(-1)).toContain('of the event');
    },
  );
});

describe('hazard K4: a half-open connection', () => {
  it('K4 is detected, closed, and opened again after a random pause', () => {
    const heartbeat = { interval: 20_000, timeout: 5_000, message: 'ping' };
    const drawn: number[] = [];
    const kit = liveKit({
      heartbeat,
      random: () => {
        drawn.push(0.5);
        return 0.5;
      },
    });
    collect(kit.source.messages$);
    kit.sockets.last.open();
    pass(kit.clock, 25_000);
    expect(kit.sockets.last.closedWith).toBe('terminated');
    pass(kit.clock, 500);
    expect([kit.sockets.count, drawn.length]).toEqual([2, 1]);
  });

  it('K4 is not opened again if the server forbids it', () => {
    const kit = liveKit();
    const { store } = storeKit();
    const states = collectStates(store.observe(priceOf(kit), 'a'));
    kit.sockets.last.open().lose(4001, 'token expired');
    pass(kit.clock, 1_000_000);
    expect(kit.sockets.count).toBe(1);
    expect(states.values.at(-1)).toContain('failed');
  });
});

it('hazard K5: a flood is one commit per frame, merged by entity, in bounded memory', () => {
  const kit = liveKit();
  let written = 0;
  const { clock } = kit;
  const { store } = storeKit({
    scheduler: clock,
    plugins: [
      applyMessages<Tick>(
        kit.source,
        (to, tick) => {
          written++;
          to.set(Price, { ...tick, version: tick.value ?? 0 });
        },
        { key: ({ symbol }) => symbol, scheduler: kit.clock },
      ),
    ],
  });
  const shown = collect(store.query(Price, { symbol: 's0' }));
  const commits = collect(store.commits$);
  kit.sockets.last.open();
  for (let ms = 0; ms < 1_000; ms++) {
    for (let i = 0; i < 10; i++) kit.sockets.last.push({ symbol: `s${i}`, value: ms + 1 });
    clock.advance(1);
  }
  clock.advance(16);
  expect(commits.values.length).toBeLessThanOrEqual(63);
  expect(shown.values.length).toBeLessThanOrEqual(64);
  expect(written).toBeLessThanOrEqual(630);
  expect(store.get(Price, { symbol: 's9' })?.value).toBe(1_000);
  store.dispose();
});

describe('hazard K6: the end of a session', () => {
  it('K6 closes the connections of endpoints, and opens new ones with the new token', async () => {
    let token = 0;
    const kit = liveKit({ url: () => `wss://x/?token=${++token}` });
    const { store } = storeKit();
    const price = priceOf(kit);
    live(store, price, 'a').subscribe();
    const old = kit.sockets.last.open();
    old.push({ symbol: 'a', value: 1 });
    await store.reset();
    expect(old.isOpen).toBe(false);
    expect([kit.sockets.count, kit.sockets.last.url]).toEqual([2, 'wss://x/?token=2']);
    old.push({ symbol: 'a', value: 2 });
    expect(store.get(Price, { symbol: 'a' })).toBeUndefined();
    kit.sockets.last.open().push({ symbol: 'a', value: 3 });
    expect(store.get(Price, { symbol: 'a' })?.value).toBe(3);
  });

  it('K6 drops messages that were received but not written yet', async () => {
    const kit = liveKit();
    const { clock } = kit;
    const { store } = storeKit({
      scheduler: clock,
      plugins: [
        applyMessages<Tick>(kit.source, (to, tick) => to.set(Price, tick), {
          scheduler: kit.clock,
        }),
      ],
    });
    kit.sockets.last.open().push({ symbol: 'a', value: 1 });
    await store.reset();
    clock.advance(100);
    expect(store.stats().entities).toBe(0);
    expect([kit.sockets.count, kit.sockets.open]).toEqual([2, 1]);
  });
});

it('hazard K7: a malformed frame is reported and skipped; the stream goes on', () => {
  const kit = liveKit();
  const { store } = storeKit();
  const states = collectStates(store.observe(priceOf(kit), 'a'));
  kit.sockets.last.open();
  for (const bad of ['', '{', 'null', '"', '\u0000', new ArrayBuffer(8)]) {
    kit.sockets.last.pushRaw(bad);
  }
  kit.sockets.last.push({ symbol: 'a', value: 1 });
  expect(store.get(Price, { symbol: 'a' })?.value).toBe(1);
  expect(states.values.at(-1)).not.toContain('failed');
  expect(kit.reported).toHaveLength(6);
  expect(kit.sockets.count).toBe(1);
});

describe('hazard K8: observers that subscribe and unsubscribe', () => {
  it('K8 share one connection, which closes with the last one after the grace time', () => {
    const kit = liveKit();
    const { clock } = kit;
    const { store } = storeKit({ scheduler: kit.clock });
    const price = priceOf(kit);
    // Even before the first message.
    for (let i = 0; i < 100; i++) {
      const one = live(store, price, 'a').subscribe();
      const two = collectStates(store.observe(price, 'a'));
      if (i === 0) kit.sockets.last.open();
      one.unsubscribe();
      two.stop();
    }
    expect([kit.sockets.count, kit.sockets.open]).toEqual([1, 1]);
    expect(kit.sockets.last.sent).toEqual([{ join: 'a' }]);
    pass(clock, 5_000);
    expect(kit.sockets.open).toBe(0);
    expect(store.stats()).toMatchObject({ subscribers: 0, timers: 0 });
  });

  it('K8 do not close it for the topics of other observers', () => {
    const kit = liveKit();
    const { clock } = kit;
    const { store } = storeKit({ scheduler: kit.clock });
    const price = priceOf(kit);
    live(store, price, 'a').subscribe();
    const b = live(store, price, 'b').subscribe();
    kit.sockets.last.open();
    for (const symbol of ['a', 'b']) kit.sockets.last.push({ symbol, value: 1 });
    b.unsubscribe();
    pass(clock, 5_000);
    expect(kit.sockets.open).toBe(1);
    expect(kit.sockets.last.sent).toEqual([{ join: 'a' }, { join: 'b' }, { leave: 'b' }]);
  });
});

describe('hazard K9: events about unknown entities, and about lists', () => {
  class Todo extends Entity {
    id = '';
    title = '';
    done = false;
    static override readonly key = 'Todo';
  }
  const todos = new Collection([Todo]);
  const getTodos = new Endpoint(requests.send, { name: 'getTodos', schema: todos });
  const open = { done: false };

  it('K9 a removal of an unknown entity is kept: an older response does not restore it', () => {
    const { store } = storeKit();
    const titles = collect(store.observe(getTodos, open).data$);
    store.set(new Invalidate(Todo), { id: '1' });
    requests.last.answer([
      { id: '1', title: 'gone' },
      { id: '2', title: 'here' },
    ]);
    expect(titles.values.at(-1)?.map((todo) => todo?.title)).toEqual(['here']);
  });

  it('K9 a creation joins the lists whose rule it fits; other lists are fetched again', () => {
    const { store } = storeKit();
    const titles = collect(store.observe(getTodos, open).data$);
    requests.last.answer([{ id: '1', title: 'old' }]);
    const events$ = new Subject<{ id: string; title: string; done: boolean }>();
    const plugin = applyMessages(events$, (to, todo) => to.set(todos.push, todo), { interval: 0 });
    const end = plugin(store) as { unsubscribe(): void };
    events$.next({ id: '2', title: 'new', done: false });
    events$.next({ id: '3', title: 'done', done: true });
    events$.complete();
    expect(titles.values.at(-1)?.map((todo) => todo?.title)).toEqual(['old', 'new']);
    expect(store.get(Todo, '3')?.title).toBe('done');
    store.expireAll(getTodos);
    expect(requests.count).toBe(2);
    end.unsubscribe();
  });
});

describe('hazard K10: a hidden page', () => {
  it('K10 does not poll, and fetches due keys once when it becomes visible', () => {
    const active$ = new BehaviorSubject(true);
    const { store, clock } = storeKit({ active$ });
    live(store, getUser.extend({ pollFrequency: 1_000 }), '1').subscribe();
    requests.last.answer(ann);
    active$.next(false);
    pass(clock, 60_000);
    expect(requests.count).toBe(1);
    active$.next(true);
    expect(requests.count).toBe(2);
  });

  it('K10 closes its connections if configured, and reports a gap when it returns', () => {
    const kit = liveKit();
    const { store } = storeKit();
    live(store, priceOf(kit), 'a').subscribe();
    kit.sockets.last.open();
    kit.active$.next(false);
    expect(kit.sockets.open).toBe(0);
    kit.active$.next(true);
    kit.sockets.last.open();
    expect([kit.sockets.last.sent, kit.reconnected.values.length]).toEqual([[{ join: 'a' }], 1]);
  });
});
