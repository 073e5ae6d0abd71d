import { WebSocket } from 'ws';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import {
  type WebSocketOptions,
  webSocketSource,
} from '../../../src/features/live/webSocketSource.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { collect } from '../../support/collect.ts';
import { type SocketServer, startSocketServer } from '../../support/socketServer.ts';
import { until } from '../../support/until.ts';

interface PriceMessage {
  readonly symbol: string;
  readonly price: number;
}

class Price extends Entity {
  symbol = '';
  price = 0;
  override pk(): string {
    return this.symbol;
  }
  static override readonly key = 'Price';
}

let server: SocketServer;
beforeEach(async () => {
  server = await startSocketServer();
});
afterEach(() => server.close());

/** A source with short pauses between its tries. */
const sourceOf = (options: Partial<WebSocketOptions<PriceMessage>> = {}) =>
  webSocketSource<PriceMessage>({
    url: server.url,
    topics: {
      of: ({ symbol }) => symbol,
      join: (join) => ({ join }),
      leave: (leave) => ({ leave }),
    },
    delay: 5,
    maxDelay: 20,
    WebSocket,
    ...options,
  });

it('shares one connection between topics; the server sees joins, leaves and the close', async () => {
  const source = sourceOf();
  const readers = ['a', 'b', 'a'].map((topic) => collect(source.topic(topic)));
  await until('the topics are joined', () => server.joined.length === 2);
  server.push({ symbol: 'a' });
  server.push({ symbol: 'b' });
  await until('all have heard', () => readers.every(({ values }) => values.length === 1));
  readers[1].stop();
  await until('b is left', () => server.joined.join() === 'a');
  expect(server.requests).toHaveLength(1);
  for (const reader of readers) reader.stop();
  await until('the server sees it closed', () => server.open === 0);
});

it.each(['drop', 'cut'] as const)(
  'reconnects after the server has lost the connection (%s), and joins its topics again',
  async (how) => {
    const source = sourceOf();
    const reader = collect(source.topic('a'));
    const reconnected = collect(source.reconnected$);
    for (let round = 1; round <= 3; round++) {
      await until('it is joined', () => server.joined.length === 1);
      server.push({ symbol: 'a' });
      await until('it has heard', () => reader.values.length === round);
      server[how]();
      await until('it is back', () => reconnected.values.length === round);
    }
    expect(reader.errors).toEqual([]);
    reader.stop();
    await until('the server sees it closed', () => server.open === 0);
  },
);

it('tries until a server that is down is up again', async () => {
  const { url } = server;
  const source = sourceOf();
  const reader = collect(source.topic('a'));
  await until('it is joined', () => server.joined.length === 1);
  await server.close();
  const states = collect(source.connection$);
  await until('it has tried again', () => states.values.filter((s) => s === 'waiting').length > 2);
  server = await startSocketServer(Number(new URL(url).port));
  await until('it is joined again', () => server.joined.length === 1);
  expect(reader.errors).toEqual([]);
  reader.stop();
});

it('detects a dead server, and closes its own side', async () => {
  const source = sourceOf({
    heartbeat: {
      interval: 30,
      timeout: 30,
      message: 'ping',
      isAnswer: (message: unknown) => message === 'pong',
    },
  });
  const reader = collect(source.messages$);
  const { requests } = server;
  await until('it was asked, and has answered', () => server.pings > 2);
  expect([requests.length, reader.values]).toEqual([1, []]);
  server.freeze();
  await until('another connection is made', () => requests.length > 1);
  reader.stop();
});

it('gets a token for each connection', async () => {
  let token = 0;
  const source = sourceOf({ url: async () => `${server.url}/?token=${++token}` });
  const reader = collect(source.messages$);
  await until('it is there', () => server.open === 1);
  server.drop();
  await until('it is there again', () => server.requests.length === 2);
  source.restart();
  await until('it is there anew', () => server.requests.length === 3);
  expect(server.requests.map(({ url }) => url)).toEqual(['/?token=1', '/?token=2', '/?token=3']);
  reader.stop();
  await until('the server sees them closed', () => server.open === 0);
});

it('can be unsubscribed while it connects, without an error', async () => {
  const source = sourceOf();
  for (let i = 0; i < 20; i++) collect(source.messages$).stop();
  await until('the server sees them closed', () => server.open === 0);
  const reader = collect(source.messages$);
  await until('it is there', () => server.open === 1);
  expect(reader.errors).toEqual([]);
  reader.stop();
});

it('works as the function of endpoints: entities change everywhere, and nothing stays open', async () => {
  const source = sourceOf();
  const getPrice = new Endpoint((symbol: string) => source.topic(symbol), {
    name: 'getPrice',
    schema: Price,
    lookup: true,
  });
  const store = createStore({ graceTime: 0 });
  const shown = collect(store.query(Price, { symbol: 'a' }));
  const followed = live(store, getPrice, 'a').subscribe();
  const reader = collect(store.observe(getPrice, 'b').data$);
  await until('they are joined', () => server.joined.length === 2);
  server.push({ symbol: 'a', price: 1 } as PriceMessage);
  server.push({ symbol: 'b', price: 2 } as PriceMessage);
  await until('the store has them', () => reader.values.length === 1);
  expect(shown.values.map((price) => price?.price)).toEqual([undefined, 1]);
  followed.unsubscribe();
  await until('a is left', () => server.joined.join() === 'b');
  store.dispose();
  await until('the server sees it closed', () => server.open === 0);
  expect(Object.values(store.stats()).every((count) => count === 0)).toBe(true);
});

it('fills a store beside its requests, and handles a flood', async () => {
  const source = sourceOf();
  const store = createStore({
    plugins: [
      applyMessages(source, (to, message) => to.set(Price, message), {
        key: ({ symbol }) => symbol,
      }),
    ],
  });
  const commits = collect(store.commits$);
  await until('it is there', () => server.open === 1);
  for (let i = 0; i < 10_000; i++) {
    server.pushRaw(JSON.stringify({ symbol: `s${i % 100}`, price: i }));
  }
  const last = () => store.get(Price, { symbol: 's99' })?.price;
  await until('the last one is there', () => last() === 9_999);
  expect(store.stats().entities).toBe(100);
  expect(commits.values.length).toBeLessThan(500);
  store.dispose();
  await until('the server sees it closed', () => server.open === 0);
});
