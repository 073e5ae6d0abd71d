import { createStore, Endpoint, Entity, schema, type Store } from 'streambed';

class Owner extends Entity {
  id = '';
  name = '';
  static override key = 'Owner';
}

class Row extends Entity {
  id = '';
  votes = 0;
  owner = new Owner();
  static override key = 'Row';
  static override schema = { owner: Owner };
}

const getRows = new Endpoint(async (): Promise<object[]> => [], { name: 'getRows', schema: [Row] });
const allRows = new schema.All(Row);

const answerOf = (rows: number) =>
  Array.from({ length: rows }, (_, i) => ({
    id: `r${i}`,
    votes: 0,
    owner: { id: `o${i % Math.ceil(rows / 10)}`, name: 'Ann' },
  }));

const stores: Store[] = [];

function storeOf(rows: number): Store {
  const store = createStore();
  stores.push(store);
  store.setResponse(getRows, answerOf(rows));
  return store;
}

afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
});

/** Writes one row and another one each time. */
function writesOf(store: Store, rows: number): () => void {
  let votes = 0;
  return () => store.set(Row, { id: `r${(votes * 7919) % rows}`, votes: ++votes });
}

/** Median time of an operation, ms, after it was compiled. */
function timeOf(operation: () => void, runs: number): number {
  const times: number[] = [];
  for (let i = 0; i < runs * 1.5; i++) {
    const start = performance.now();
    operation();
    times.push(performance.now() - start);
  }
  const settled = times.slice(-runs).sort((a, b) => a - b);
  return settled[settled.length >> 1];
}

/** An operation on a store with a given number of rows. */
type Operation = (rows: number) => () => void;

const load: Operation = (rows) => {
  const answer = answerOf(rows);
  return () => {
    const store = createStore();
    store.setResponse(getRows, answer);
    store.dispose();
  };
};

const refetch: Operation = (rows) => {
  const store = storeOf(rows);
  store.observe(getRows).subscribe();
  const answer = answerOf(rows);
  return () => store.setResponse(getRows, answer);
};

const read: Operation = (rows) => {
  const store = storeOf(rows);
  const rows$ = store.observe(getRows);
  rows$.subscribe();
  return () => void rows$.getValue();
};

const write: Operation = (rows) => writesOf(storeOf(rows), rows);

const writeShown =
  (show: (store: Store) => void): Operation =>
  (rows) => {
    const store = storeOf(rows);
    show(store);
    return writesOf(store, rows);
  };

const writeWatched: Operation = (rows) => {
  const store = storeOf(rows);
  for (let i = 0; i < rows; i++) store.query(Row, { id: `r${i}` }).subscribe();
  return writesOf(store, rows);
};

const watch: Operation = (rows) => {
  const store = storeOf(rows);
  for (let i = 0; i < rows; i++) store.query(Row, { id: `r${i}` }).subscribe();
  return () => store.query(Row, { id: 'r1' }).subscribe().unsubscribe();
};

describe('twice as many rows cost', () => {
  // A clock on a busy machine: the bounds are twice what is expected, and an operation of another
  // order is far beyond them.
  it.each([
    ['twice as much when they are loaded', load, 1_000, 20, 4],
    ['twice as much when they come again', refetch, 1_000, 20, 4],
    ['nothing when they are read again', read, 4_000, 2_000, 2],
    ['nothing when one is written', write, 4_000, 2_000, 2],
    ['nothing when one is written that is watched', writeWatched, 4_000, 2_000, 2],
    ['nothing when one more is watched', watch, 4_000, 2_000, 2],
    [
      'at most twice as much when one of a shown list is written',
      writeShown((store) => store.observe(getRows).subscribe()),
      4_000,
      500,
      4,
    ],
    [
      'at most twice as much when one of all is written',
      writeShown((store) => store.query(allRows).subscribe()),
      4_000,
      500,
      4,
    ],
  ] as const)('%s', (_title, operation, rows, runs, most) => {
    // Other work on the machine slows single runs, so the minimum of three counts.
    const ratios = [1, 2, 3].map(() => {
      const [few, many] = [timeOf(operation(rows), runs), timeOf(operation(2 * rows), runs)];
      return many / few;
    });
    expect(Math.min(...ratios)).toBeLessThan(most);
  });
});

it('a one-row write among 100,000 rows costs less than 20 times one among 100', () => {
  const few = timeOf(write(100), 600);
  const many = timeOf(write(100_000), 600);
  expect(many / few).toBeLessThan(20);
});

it('a write without observers recomputes nothing, however much was read before', () => {
  const store = storeOf(1_000);
  store.query(allRows).subscribe();
  class Other extends Entity {
    id = '';
    static override key = 'Other';
  }
  const before = store.stats().computations;
  for (let i = 0; i < 100; i++) store.set(Other, { id: `o${i}` });
  expect(store.stats().computations).toBe(before);
});
