import { createStore, Entity, schema, type Store } from 'streambed';

class Row extends Entity {
  id = '';
  votes = 0;
  static override key = 'Row';
}

function storeOf(rows: number): Store {
  const store = createStore();
  const all = Array.from({ length: rows }, (_, i) => ({ id: `r${i}`, votes: 0 }));
  store.set(new schema.All(Row), all);
  return store;
}

/** Median time of a one-row write, ms. */
function writeTime(store: Store, rows: number): number {
  const times: number[] = [];
  for (let i = 0; i < 600; i++) {
    const id = `r${(i * 7919) % rows}`;
    const start = performance.now();
    store.set(Row, { id, votes: i + 1 });
    times.push(performance.now() - start);
  }
  // The first writes run before the code is compiled.
  const settled = times.slice(200).sort((a, b) => a - b);
  return settled[settled.length >> 1];
}

it('a one-row write among 100,000 rows costs less than 20 times one among 100', () => {
  const [small, large] = [storeOf(100), storeOf(100_000)];
  writeTime(small, 100);
  const few = writeTime(small, 100);
  const many = writeTime(large, 100_000);
  expect(many / few).toBeLessThan(20);
  small.dispose();
  large.dispose();
});

it('a write that nobody reads makes nothing again, however much was read', () => {
  const store = storeOf(1_000);
  store.query(new schema.All(Row)).subscribe();
  class Other extends Entity {
    id = '';
    static override key = 'Other';
  }
  const before = store.stats().computations;
  for (let i = 0; i < 100; i++) store.set(Other, { id: `o${i}` });
  expect(store.stats().computations).toBe(before);
  store.dispose();
});
