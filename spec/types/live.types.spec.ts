import type { Observable } from 'rxjs';
import { createStore, Endpoint, RestEndpoint } from 'streambed';
import {
  applyMessages,
  eventSource,
  type EventSourceConstructor,
  live,
  type LiveSource,
  type SocketConstructor,
  webSocketSource,
} from 'streambed/live';

interface Tick {
  readonly symbol: string;
  readonly price: number;
}

function sources(): unknown {
  const source: LiveSource<Tick> = webSocketSource<Tick>({
    url: 'wss://x',
    topics: { of: ({ symbol }) => symbol },
  });
  const parsed: LiveSource<number> = webSocketSource({ url: 'wss://x', parse: Number });
  const unknown: LiveSource<unknown> = eventSource({ url: '/x' });
  // @ts-expect-error -- a text is no number
  const wrong: LiveSource<string> = webSocketSource({ url: 'wss://x', parse: Number });
  const endpoint = new Endpoint((symbol: string) => source.topic(symbol), { name: 'price' });
  const data$: Observable<Tick> = createStore().observe(endpoint, 'a').data$;
  createStore({ plugins: [applyMessages(source, (_store, { price }) => price.toFixed())] });
  return [parsed, unknown, wrong, data$];
}

function sockets(): unknown {
  const ports: SocketConstructor[] = [WebSocket];
  const readers: EventSourceConstructor[] = [EventSource];
  return [ports, readers];
}

function subscribing(): void {
  const store = createStore();
  const getUser = new RestEndpoint({ path: '/users/:id', pollFrequency: 1_000 });
  const remove = new RestEndpoint({ path: '/users/:id', method: 'DELETE' });
  const tick = new Endpoint(async (_symbol: string) => ({ price: 1 }), { pollFrequency: 1_000 });
  const price$: Observable<{ price: number }> = live(store, tick, 'SBD').data$;
  // @ts-expect-error -- the data is no text
  const text$: Observable<string> = live(store, tick, 'SBD').data$;
  price$.subscribe(text$ as never);
  live(store, getUser, { id: 1 }).subscribe().unsubscribe();
  live(store, getUser, null).subscribe().unsubscribe();
  // @ts-expect-error -- the id is missing
  live(store, getUser, {}).subscribe();
  // @ts-expect-error -- a mutation is not read
  live(store, remove, { id: 1 }).subscribe();
  // @ts-expect-error -- a text is no number
  void new RestEndpoint({ path: '/users', pollFrequency: '1s' });
  // @ts-expect-error -- a text is no number
  getUser.extend({ pollFrequency: '1s' });
}

it('has the types that tsc checks', () => {
  expect([sources, sockets, subscribing]).toHaveLength(3);
});
