/**
 * What one version of the package is measured by. Each scenario prepares a store and returns what is timed; `times`: how often it
 * runs within a sample. Only names that all versions have are used here.
 */
const ROWS = 10_000;

const rowsOf = (count) =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i + 1),
    title: `Issue ${i + 1}`,
    state: i % 3 ? 'open' : 'closed',
    author: { id: String(i % 100), name: `User ${i % 100}` },
  }));

/** The scenarios for a package that is loaded. */
export function scenariosOf({ createStore, Endpoint, Entity, schema }) {
  class User extends Entity {
    id = '';
    name = '';
    static key = 'User';
  }
  class Issue extends Entity {
    id = '';
    title = '';
    state = '';
    author = new User();
    static key = 'Issue';
    static schema = { author: User };
  }
  const never = () => new Promise(() => {});
  const getIssues = new Endpoint(never, { name: 'getIssues', schema: [Issue] });
  const getUser = new Endpoint(never, { name: 'getUser', schema: User });
  const list = new schema.Collection([Issue]);
  const rename = new Endpoint(never, {
    name: 'rename',
    sideEffect: true,
    schema: User,
    getOptimisticResponse: (_snapshot, id) => ({ id, name: 'optimistic' }),
  });

  const open = () => createStore({ dataExpiryLength: 1e9, gcTime: Infinity });
  /** A store with a list that a subscriber observes. */
  const openShown = () => {
    const store = open();
    store.setResponse(getIssues, rowsOf(ROWS));
    store.observe(getIssues).subscribe();
    return store;
  };
  let count = 0;
  const patchOf = () => ({ id: String((++count % ROWS) + 1), title: `Changed ${count}` });
  const withLayers = (layers) => {
    const store = openShown();
    for (let i = 0; i < layers; i++) store.fetch(rename, `other ${i}`).catch(() => {});
    return { run: () => store.set(User, { id: 'unrelated', name: `${++count}` }), times: 100 };
  };

  return {
    'A1 load 10,000 rows': () => ({
      prepare: () => ({ store: open(), rows: rowsOf(ROWS) }),
      run: ({ store, rows }) => store.setResponse(getIssues, rows),
    }),
    'A2 refetch them': () => {
      const store = openShown();
      return { prepare: () => rowsOf(ROWS), run: (rows) => store.setResponse(getIssues, rows) };
    },
    'B1 read them first': () => ({
      prepare: () => {
        const store = open();
        store.setResponse(getIssues, rowsOf(ROWS));
        return store;
      },
      run: (store) => store.observe(getIssues).getValue(),
    }),
    'C1 write one row': () => {
      const store = open();
      store.setResponse(getIssues, rowsOf(ROWS));
      return { run: () => store.set(Issue, patchOf()), times: 300 };
    },
    'C2 write one row of a shown list': () => {
      const store = openShown();
      return { run: () => store.set(Issue, patchOf()), times: 50 };
    },
    'D1 write one of 1,000 observed rows': () => {
      const store = open();
      store.setResponse(getIssues, rowsOf(1_000));
      for (let i = 0; i < 1_000; i++) store.query(Issue, { id: String(i + 1) }).subscribe();
      const patch = () => ({ ...patchOf(), id: String((count % 1_000) + 1) });
      return { run: () => store.set(Issue, patch()), times: 300 };
    },
    'D2 subscribe and unsubscribe': () => {
      const store = open();
      store.setResponse(getUser, '1', { id: '1', name: 'Ann' });
      return { run: () => store.observe(getUser, '1').subscribe().unsubscribe(), times: 300 };
    },
    'G1 state of a key': () => {
      const store = open();
      store.setResponse(getUser, '1', { id: '1', name: 'Ann' });
      return { run: () => store.getState(getUser, '1'), times: 1_000 };
    },
    'V3 set a list of 10,000 by a function': () => {
      const store = open();
      store.set(list, {}, rowsOf(ROWS));
      return { run: () => store.set(list, {}, (issues) => issues.slice()) };
    },
    'V4 write an unrelated row under 1 layer': () => withLayers(1),
    'V5 write an unrelated row under 10 layers': () => withLayers(10),
    'V6 set one row by a function': () => {
      const store = openShown();
      const run = () => store.set(Issue, { id: '5' }, () => ({ id: '5', title: `${++count}` }));
      return { run, times: 100 };
    },
  };
}
