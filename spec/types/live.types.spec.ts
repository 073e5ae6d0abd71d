import { type Observable, of } from 'rxjs';
import {
  type ArgsOf,
  createStore,
  Endpoint,
  Entity,
  type ReadEndpoint,
  resource,
  RestEndpoint,
  type RestOptions,
} from 'streambed';
import { GQLEndpoint } from 'streambed/graphql';
import {
  applyMessages,
  eventSource,
  type EventSourceConstructor,
  live,
  type LiveSource,
  type SocketConstructor,
  webSocketSource,
} from 'streambed/live';

class User extends Entity {
  id = '';
}

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

class Polled<O extends RestOptions> extends RestEndpoint<O> {
  override pollFrequency = 1_000;
}

function liveness(): void {
  const store = createStore();
  const getUser = new RestEndpoint({ path: '/users/:id' });
  const polled = getUser.extend({ pollFrequency: 1_000 });
  const seconds: number | undefined = store.stats().entries;
  live(store, polled, { id: 1 });
  live(store, polled.extend({ path: '/people/:name' }), { name: 'a' });
  live(store, getUser.extend({ pollFrequency: seconds }), { id: 1 });
  live(store, new Polled({ path: '/users' }));
  live(store, new Polled({ path: '/users' }).extend({ path: '/people' }));
  const users = resource({ path: '/users/:id', schema: User, Endpoint: Polled });
  live(store, users.get, { id: 1 });
  live(store, resource({ path: '/users/:id', schema: User, pollFrequency: 5 }).getList);
  const events = new Endpoint(() => of(1), { name: 'events' });
  live(store, events);
  live(
    store,
    new Endpoint(
      async function* () {
        yield await Promise.resolve(1);
      },
      { name: 'g' },
    ),
  );
  live(store, new Endpoint((): unknown => 1, { name: 'unknown' }));
  live(store, getUser.extend({ fetch: (id: string) => of(id) }), 'a');
  const server = new GQLEndpoint('/graphql', { pollFrequency: 1_000 });
  live(store, server.query('{ a }'));
  live(store, server.subscription('subscription { a }'));
  live(store, polled.bind(null, { id: 1 }));
  const any: ReadEndpoint = getUser;
  live(store, any);
  const wrapped = <E extends ReadEndpoint>(endpoint: E, ...args: ArgsOf<E>) =>
    // The cast is needed for every generic list of arguments.
    live(store, endpoint, ...(args as never));
  wrapped(getUser, { id: 1 });
  // @ts-expect-error -- it returns one response
  live(store, getUser, { id: 1 });
  // @ts-expect-error -- a Polled without its frequency
  live(store, resource({ path: '/users/:id', schema: User }).getList);
  // @ts-expect-error -- it returns one response
  live(store, new Endpoint(async () => 1, { name: 'once' }));
}

it('has the types that tsc checks', () => {
  expect([sources, sockets, subscribing, liveness]).toHaveLength(4);
});
