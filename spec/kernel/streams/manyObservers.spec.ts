import type { Observable } from 'rxjs';
import { createStore, Endpoint, Entity, type Store } from 'streambed';

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getUser = new Endpoint(
  async ({ id }: { id: string }): Promise<object> => ({ id, name: 'a' }),
  {
    name: 'getUser',
    schema: User,
    lookup: true,
  },
);

/** With a step that looks at all observers each time, these specs take minutes. */
const MANY = 100_000;

const ways: Record<string, (store: Store) => Observable<unknown>> = {
  'a key': (store) => store.observe(getUser, { id: '1' }),
  'a row': (store) => store.query(User, { id: '1' }),
};

it.each(Object.keys(ways))('100,000 observers of %s come, see one write, and leave', (way) => {
  const store = createStore();
  store.setResponse(getUser, { id: '1' }, { id: '1', name: 'a' });
  const observed$ = ways[way](store);
  let emissions = 0;
  const subscriptions = Array.from({ length: MANY }, () =>
    observed$.subscribe(() => {
      emissions++;
    }),
  );
  expect(emissions).toBe(MANY);
  expect(store.stats().subscribers).toBe(MANY);
  const { computations } = store.stats();
  store.set(User, { id: '1', name: 'b' });
  expect(emissions).toBe(2 * MANY);
  expect(store.stats().computations - computations).toBeLessThan(5);
  for (const subscription of subscriptions) subscription.unsubscribe();
  expect(store.stats().subscribers).toBe(0);
  store.set(User, { id: '1', name: 'c' });
  expect(emissions).toBe(2 * MANY);
  store.dispose();
});

it('100,000 observers leave while they are notified', () => {
  const store = createStore();
  store.set(User, { id: '1', name: 'a' });
  const user$ = store.query(User, { id: '1' });
  let emissions = 0;
  const subscriptions = Array.from({ length: MANY }, () =>
    user$.subscribe(() => {
      emissions++;
      if (emissions > MANY) subscriptions.pop()!.unsubscribe();
    }),
  );
  store.set(User, { id: '1', name: 'b' });
  // Each that is notified takes the last one away.
  expect(emissions).toBe(MANY + MANY / 2);
  expect(store.stats().subscribers).toBe(MANY / 2);
  store.dispose();
});
