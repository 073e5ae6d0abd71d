import { createStore, Entity, RestEndpoint, type StoreOptions } from 'streambed';
import { useSuspense } from 'streambed/react';
import { createServerStore, type ServerStore } from 'streambed/ssr';
import type { DehydratedState } from '../../../src/features/dehydrate/DehydratedState.ts';
import { startTestServer, type TestServer } from '../../http/rest/testServer.ts';
import { Page, Waiting } from '../../react/server/support/Page.tsx';
import { sendByNode } from '../../react/server/support/sendByNode.ts';

export class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

export const getUser = new RestEndpoint({ path: '/users/:id', schema: User });

/** A state after it was sent as JSON. */
export const sent = (state: unknown): DehydratedState =>
  JSON.parse(JSON.stringify(state)) as DehydratedState;

/** An interceptor that sends the name of the user with each request. */
export function asUser(name: string): Pick<StoreOptions, 'interceptors'> {
  return {
    interceptors: [
      (request, next) => next({ ...request, headers: { ...request.headers, 'x-user': name } }),
    ],
  };
}

/**
 * Pages with the data of a real API, for one file of specs. The API gives each user the name of the
 * user who requests it.
 */
export function pageKit() {
  let api!: TestServer;
  const stores: { dispose(): void }[] = [];
  beforeAll(async () => {
    api = await startTestServer();
  });
  beforeEach(() => {
    api.requests.length = 0;
    api.answer = (response, { url, headers }) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: url.split('/').at(-1), name: headers['x-user'] ?? 'nobody' }));
  });
  afterEach(() => {
    for (const store of stores.splice(0)) store.dispose();
  });
  afterAll(() => api.close());
  return {
    api: () => api,
    /** A store of a browser. */
    browserStore: (options: StoreOptions = {}) => {
      const store = createStore(options);
      stores.push(store);
      return store;
    },
    /** A store of one request, whose endpoints request the API. */
    serverStore: (options: Parameters<typeof createServerStore>[0] = {}) => {
      const store = createServerStore({
        fetch: (input, init) => fetch(new URL(input as string, api.origin), init),
        ...options,
      });
      stores.push(store);
      return store;
    },
    /** Renders a page that shows one user; returns its HTML. */
    renderUser: async (store: ServerStore, id: string) => {
      function Name() {
        return <b>{useSuspense(getUser, { id }).name}</b>;
      }
      const page = await sendByNode(
        store,
        <Page store={store}>
          <Waiting>
            <Name />
          </Waiting>
        </Page>,
      );
      await page.over;
      return page.text();
    },
  };
}
