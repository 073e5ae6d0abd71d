import { createStore, Endpoint, Entity, schema, type Store } from 'streambed';
import { stepsOf } from '../../support/stepsOf.ts';

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

/** The steps of operations that have run before: what they make on first use is not counted. */
function stepsOfNext(operations: readonly (() => void)[]): number[] {
  for (const operation of operations) {
    operation();
    operation();
  }
  return stepsOf(operations);
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
  return () => store.setResponse(getRows, answerOf(rows));
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
  it.each([
    ['at most twice as much when they are loaded', load, 2.1],
    ['at most twice as much when they come again', refetch, 2.1],
    ['nothing when they are read again', read, 1.1],
    ['nothing when one is written', write, 1.1],
    ['nothing when one is written that is watched', writeWatched, 1.1],
    ['nothing when one more is watched', watch, 1.1],
    [
      'nothing when one of a shown list is written',
      writeShown((store) => store.observe(getRows).subscribe()),
      1.1,
    ],
    [
      'nothing when one of all is written',
      writeShown((store) => store.query(allRows).subscribe()),
      1.1,
    ],
  ] as const)('%s', (_title, operation, most) => {
    const [few, many] = stepsOfNext([1_000, 2_000].map(operation));
    expect(few).toBeGreaterThan(0);
    expect(many / few).toBeLessThanOrEqual(most);
  });
});

it('a one-row write among 100,000 rows takes hardly more steps than one among 100', () => {
  const [few, many] = stepsOfNext([100, 100_000].map(write));
  expect(many / few).toBeLessThan(1.2);
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
