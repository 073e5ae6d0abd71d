import { createStore, type Store, type StoreOptions } from 'streambed';
import { fetchFrom } from '../../stories/api/fetchFrom.ts';
import { type RunningApi, startApi } from '../../stories/api/startApi.ts';

/** A demo API on a free port and stores that talk to it; everything ends with the test file. */
export function serviceApi(): {
  /** The running API. */
  api(): RunningApi;
  /** A store whose requests for paths go to the API. */
  store(options?: StoreOptions): Store;
  /** How many requests like `GET /users` the API has had since its reset. */
  requests(operation: string): number;
} {
  let running: RunningApi;
  const stores: Store[] = [];

  beforeAll(async () => {
    running = await startApi();
  });
  beforeEach(() => {
    running.state.reset();
    running.state.requests.clear();
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.dispose();
  });
  afterAll(() => running.close());

  return {
    api: () => running,
    store(options) {
      const store = createStore({
        fetch: fetchFrom(running.url),
        ...options,
      });
      stores.push(store);
      return store;
    },
    requests: (operation) => running.state.requests.get(operation) ?? 0,
  };
}
