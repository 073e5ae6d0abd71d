import { createStore, Endpoint, Entity, NetworkError, type Store } from 'streambed';
import { GQLEndpoint, GQLNetworkError, type GQLResult, type GQLSocket } from 'streambed/graphql';
import { collect } from '../../support/collect.ts';
import { ManualClock } from '../../support/ManualClock.ts';

class Todo extends Entity {
  id = '';
  title = '';
  static override key = 'Todo';
}

type Sink = Parameters<GQLSocket['subscribe']>[1];

/** A client like that of `graphql-ws`: `subscribe` starts an operation and returns the function that ends it. */
class SocketClient implements GQLSocket {
  readonly operations: { query: string; variables: unknown; sink: Sink; isOpen: boolean }[] = [];

  subscribe(payload: { query: string; variables: Record<string, unknown> }, sink: Sink) {
    const operation = { ...payload, sink, isOpen: true };
    this.operations.push(operation);
    return () => {
      operation.isOpen = false;
    };
  }

  /** An event from the server. */
  send(result: GQLResult): void {
    this.operations[this.operations.length - 1].sink.next(result);
  }
}

const ON_TODO = 'subscription OnTodo($list: ID!) { todo(list: $list) { id title } }';
const milk = { id: '1', title: 'Milk' };

let client: SocketClient;
let gql: GQLEndpoint;
let store: Store;
beforeEach(() => {
  client = new SocketClient();
  gql = new GQLEndpoint('https://api.example/graphql', { socket: client });
  store = createStore({ graceTime: 0 });
});
afterEach(() => store.dispose());

describe('a subscription', () => {
  it('starts with its first observer, is shared, and ends on the server with its last', async () => {
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const todo$ = store.observe(onTodo, { list: 5 });
    expect(client.operations).toHaveLength(0);
    const [one, two] = [todo$.subscribe(), todo$.subscribe()];
    expect(client.operations).toMatchObject([{ query: ON_TODO, variables: { list: 5 } }]);
    one.unsubscribe();
    expect(client.operations[0].isOpen).toBe(true);
    two.unsubscribe();
    expect(client.operations[0].isOpen).toBe(false);
    const three = todo$.subscribe();
    client.send({ data: { todo: milk } });
    three.unsubscribe();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.operations[1].isOpen).toBe(false);
  });

  it('treats each event as a response: entities change wherever they are visible', () => {
    store.set(Todo, { id: '1', title: 'Bread' });
    const titles = collect(store.query(Todo, '1'));
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const subscription = store.observe(onTodo, { list: 1 }).subscribe();
    client.send({ data: { todo: milk } });
    client.send({ data: { todo: { id: '1', title: 'Milk, two' } } });
    expect(titles.values.map((todo) => todo?.title)).toEqual(['Bread', 'Milk', 'Milk, two']);
    expect(store.getState(onTodo, { list: 1 }).data?.todo).toBe(store.get(Todo, '1'));
    subscription.unsubscribe();
  });

  it('has events only, also the first one: it replaces what was fetched and written since', async () => {
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const save = new Endpoint(async () => milk, { name: 'save', schema: Todo, sideEffect: true });
    const subscription = store.observe(onTodo, { list: 1 }).subscribe();
    await store.fetch(save);
    client.send({ data: { todo: { id: '1', title: 'Milk, two' } } });
    expect(store.get(Todo, '1')?.title).toBe('Milk, two');
    subscription.unsubscribe();
  });

  it('starts whatever the cache contains, and again for a later observer', async () => {
    store.set(Todo, milk);
    const onTodo = gql.subscription('subscription S($id: ID!) { todo(id: $id) { id title } }', {
      todo: Todo,
    });
    for (const count of [1, 2, 3]) {
      const subscription = store.observe(onTodo, { id: '1' }).subscribe();
      expect(client.operations).toHaveLength(count);
      client.send({ data: { todo: { id: '1', title: `Milk ${count}` } } });
      client.send({ data: { todo: { id: '1', title: `Milk ${count}, more` } } });
      expect(client.operations).toHaveLength(count);
      subscription.unsubscribe();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(client.operations[count - 1].isOpen).toBe(false);
    }
    expect(store.get(Todo, '1')?.title).toBe('Milk 3, more');
  });

  it('fails with the errors of the server and keeps the visible data', () => {
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const states = collect(store.observe(onTodo, { list: 1 }));
    client.send({ data: { todo: milk } });
    client.operations[0].sink.error([{ message: 'no such list' }]);
    const { error } = store.getState(onTodo, { list: 1 });
    expect(error).toBeInstanceOf(GQLNetworkError);
    expect(error).toMatchObject({ status: undefined, errors: [{ message: 'no such list' }] });
    expect(store.get(Todo, '1')?.title).toBe('Milk');
    states.stop();
  });

  it('fails with a NetworkError if the socket closes', () => {
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const states = collect(store.observe(onTodo, { list: 1 }));
    client.operations[0].sink.error({ code: 4400, reason: 'bye' });
    const { error } = store.getState(onTodo, { list: 1 });
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ status: 0, cause: { code: 4400 } });
    states.stop();
  });

  it('applies partialData to an event with errors', () => {
    const result = { data: { todo: milk }, errors: [{ message: 'no author' }] };
    const lenient = gql.extend({ partialData: 'accept' }).subscription(ON_TODO, { todo: Todo });
    const subscription = store.observe(lenient, { list: 1 }).subscribe();
    client.send(result);
    expect(store.getState(lenient, { list: 1 })).toMatchObject({
      error: { code: 'SB_GRAPHQL' },
      errorPolicy: 'soft',
      data: { todo: milk },
    });
    const strict = gql.subscription(ON_TODO, { todo: Todo });
    subscription.add(store.observe(strict, { list: 2 }).subscribe());
    client.send(result);
    expect(store.getState(strict, { list: 2 }).error).toBeInstanceOf(GQLNetworkError);
    subscription.unsubscribe();
  });

  it('continues after an event with errors, which is an error until the next event', () => {
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const states = collect(store.observe(onTodo, { list: 1 }));
    client.send({ data: { todo: null }, errors: [{ message: 'no author' }] });
    client.send({ data: { todo: milk } });
    client.send({ errors: [{ message: 'no author' }] });
    client.send({ data: { todo: { ...milk, title: 'Milk, two' } } });
    expect(states.values.map(({ data, error }) => [data?.todo?.title, error?.name])).toEqual([
      [undefined, undefined],
      [undefined, 'GQLNetworkError'],
      ['Milk', undefined],
      ['Milk', 'GQLNetworkError'],
      ['Milk, two', undefined],
    ]);
    expect(client.operations).toMatchObject([{ isOpen: true }]);
    states.stop();
  });

  it('ends outside of a store with an event that has errors', () => {
    const events = collect(gql.subscription(ON_TODO)({ list: 1 }));
    client.send({ errors: [{ message: 'no author' }] });
    expect(events.errors).toEqual([expect.any(GQLNetworkError)]);
    expect(client.operations).toMatchObject([{ isOpen: false }]);
  });

  it('is valid while it is observed, and stale after that', () => {
    const clock = new ManualClock();
    const timed = createStore({ scheduler: clock, graceTime: 0 });
    const onTodo = gql.subscription(ON_TODO, { todo: Todo });
    const statuses = collect(timed.observe(onTodo, { list: 1 }).status$);
    client.send({ data: { todo: milk } });
    clock.advance(100_000);
    expect(statuses.values).toEqual(['invalid', 'valid']);
    client.operations[0].sink.complete();
    expect(statuses.values).toEqual(['invalid', 'valid', 'stale']);
    statuses.stop();
    timed.dispose();
  });

  it('fails with a typed error without a socket', async () => {
    const onTodo = new GQLEndpoint('/graphql').subscription('subscription { a }');
    await expect(store.fetch(onTodo)).rejects.toMatchObject({ code: 'SB_OPTION_INVALID' });
  });
});
