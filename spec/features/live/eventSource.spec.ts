import { applyMessages } from '../../../src/features/live/applyMessages.ts';
import { ConnectionError } from '../../../src/features/live/ConnectionError.ts';
import {
  eventSource,
  type EventSourceLike,
  type EventSourceOptions,
  type SourceEvent,
} from '../../../src/features/live/eventSource.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { collect } from '../../support/collect.ts';
import { type EventServer, startEventServer } from '../../support/eventServer.ts';
import { FetchEventSource } from '../../support/FetchEventSource.ts';
import { until } from '../../support/until.ts';

let server: EventServer;
beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.close());

const sourceOf = (options: Partial<EventSourceOptions<unknown>> = {}) =>
  eventSource({
    url: server.url,
    delay: 5,
    maxDelay: 20,
    EventSource: FetchEventSource,
    ...options,
  });

describe('an eventSource', () => {
  it('shares one stream from the first subscriber to the last', async () => {
    const source = sourceOf();
    expect(server.requests).toHaveLength(0);
    const [one, two] = [collect(source.messages$), collect(source.messages$)];
    await until('it is open', () => server.open === 1);
    server.push({ n: 1 });
    await until('both have heard', () => two.values.length === 1);
    one.stop();
    server.push({ n: 2 });
    await until('the other one has heard', () => two.values.length === 2);
    expect([one.values, two.values]).toEqual([[{ n: 1 }], [{ n: 1 }, { n: 2 }]]);
    two.stop();
    await until('the server sees it closed', () => server.open === 0);
    expect(server.requests).toHaveLength(1);
  });

  it('emits named events on their topic, and unnamed ones on messages$', async () => {
    const source = sourceOf();
    const all = collect(source.messages$);
    const early = collect(source.topic('price'));
    await until('it is open', () => server.open === 1);
    const late = collect(source.topic('news'));
    server.push(1, { name: 'price' });
    server.push(2, { name: 'news' });
    server.push(3);
    await until('all have heard', () => all.values.length === 1);
    expect([all, early, late].map(({ values }) => values)).toEqual([[3], [1], [2]]);
    late.stop();
    server.push(4, { name: 'news' });
    server.push(5);
    await until('all have heard again', () => all.values.length === 2);
    expect(late.values).toEqual([2]);
    all.stop();
    early.stop();
  });

  it.each(['error', 'open', 'message'])(
    'emits an event named %s with data on its topic',
    async (name) => {
      const source = sourceOf();
      const named = collect(source.topic(name));
      const states = collect(source.connection$);
      const other = collect(source.topic('price'));
      await until('it is open', () => server.open === 1);
      server.push({ code: 'busy' }, { name });
      server.push({ n: 1 }, { name: 'price' });
      await until('the other topic has its event', () => other.values.length === 1);
      expect(named.values).toEqual([{ code: 'busy' }]);
      expect(states.values).toEqual(['connecting', 'open']);
      expect(server.requests).toHaveLength(1);
      named.stop();
      other.stop();
      await until('the server sees it closed', () => server.open === 0);
      expect(named.errors).toEqual([]);
    },
  );

  it('joins a topic once, however often its EventSource says that it is open', () => {
    const listeners = new Map<string, Set<(event: SourceEvent) => void>>();
    const emit = (name: string, event: SourceEvent = {}): void => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(event);
    };
    class Reopening implements EventSourceLike {
      addEventListener(name: string, listener: (event: SourceEvent) => void): void {
        listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      }
      removeEventListener(name: string, listener: (event: SourceEvent) => void): void {
        listeners.get(name)?.delete(listener);
      }
      close(): void {}
    }
    const seen = collect(sourceOf({ EventSource: Reopening }).topic('price'));
    emit('open');
    emit('open');
    emit('price', { data: '1' });
    expect(seen.values).toEqual([1]);
    seen.stop();
    expect([...listeners.values()].every(({ size }) => size === 0)).toBe(true);
  });

  it('reconnects after the stream was cut, and resumes after the last event', async () => {
    const source = sourceOf({
      url: ({ lastEventId, attempt }) => `${server.url}?after=${lastEventId}&try=${attempt}`,
    });
    const reader = collect(source.topic('tick'));
    const reconnected = collect(source.reconnected$);
    await until('it is open', () => server.open === 1);
    server.push(1, { name: 'tick', id: '41' });
    server.push(2, { name: 'tick', id: '42' });
    await until('it has heard', () => reader.values.length === 2);
    server.cut();
    await until('it is back', () => reconnected.values.length === 1);
    expect(server.requests.at(-1)).toContain('after=42');
    server.push(3, { name: 'tick' });
    await until('it has heard again', () => reader.values.length === 3);
    source.restart();
    await until('it is there anew', () => reconnected.values.length === 2);
    expect(server.requests.at(-1)).toContain('after=&');
    reader.stop();
  });

  it('begins a session at the start of the stream, also if the one before was refused', async () => {
    const source = sourceOf({ url: ({ lastEventId }) => `${server.url}?after=${lastEventId}` });
    const [errors, messages]: unknown[][] = [[], []];
    const onError = (error: unknown): void => void errors.push(error);
    const apply = (_to: unknown, message: unknown): void => void messages.push(message);
    const store = createStore({ plugins: [applyMessages(source, apply, { onError })] });
    await until('it is open', () => server.open === 1);
    server.push(1, { id: '17' });
    await until('it has heard', () => messages.length === 1);
    server.status = 401;
    server.cut();
    await until('it has given up', () => errors.length === 1);
    expect(server.requests.at(-1)).toMatch(/after=17$/);
    server.status = 200;
    await store.reset();
    await until('it is open again', () => server.open === 1);
    expect(server.requests.at(-1)).toMatch(/after=$/);
    store.dispose();
  });

  it('tries again if the server fails, but not if it refuses', async () => {
    const source = sourceOf();
    server.status = 503;
    const reader = collect(source.messages$);
    await until('it has tried', () => server.requests.length > 3);
    expect(reader.errors).toEqual([]);
    server.status = 401;
    await until('it has given up', () => reader.errors.length === 1);
    expect(reader.errors[0]).toBeInstanceOf(ConnectionError);
    expect(reader.errors[0]).toMatchObject({ closeCode: 401 });
  });

  it('reports and skips unreadable events', async () => {
    const reported: unknown[] = [];
    const source = sourceOf({ onError: (error) => reported.push(error) });
    const reader = collect(source.messages$);
    await until('it is open', () => server.open === 1);
    server.push('{"half":');
    server.push({ whole: true });
    await until('it has heard', () => reader.values.length === 1);
    expect([reader.values, reported]).toMatchObject([[{ whole: true }], [{ code: 'SB_MESSAGE' }]]);
    reader.stop();
  });

  it('closes and reopens a stream without events', async () => {
    const source = sourceOf({ heartbeat: { interval: 20, timeout: 10 } });
    const reader = collect(source.messages$);
    await until('it has connected again', () => server.requests.length > 1);
    expect(reader.errors).toEqual([]);
    reader.stop();
    await until('the server sees them closed', () => server.open === 0);
  });

  it('works as the function of an endpoint', async () => {
    const source = sourceOf();
    const getNews = new Endpoint(() => source.topic('news'), { name: 'getNews' });
    const store = createStore();
    const reader = collect(store.observe(getNews).data$);
    await until('it is open', () => server.open === 1);
    server.push('"rain"', { name: 'news' });
    await until('the store has it', () => reader.values.length === 1);
    expect(store.getState(getNews).data).toBe('rain');
    store.dispose();
    await until('the server sees it closed', () => server.open === 0);
  });

  it('explains the option EventSource if the platform has none', () => {
    const reader = collect(eventSource({ url: server.url }).messages$);
    expect(reader.errors).toMatchObject([
      { code: 'SB_OPTION_INVALID', message: expect.stringContaining('option EventSource') },
    ]);
  });
});
