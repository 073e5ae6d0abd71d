/** @jest-environment node */
import type { ReactNode } from 'react';
import { createStore, type DehydratedState, Entity, RestEndpoint } from 'streambed';
import { useSuspense } from 'streambed/react';
import { createServerStore } from 'streambed/ssr';
import { quietConsole } from '../support/quietConsole.ts';
import { startTestServer, type TestServer } from '../../http/rest/testServer.ts';
import { rehydrated } from '../../support/rehydrated.ts';
import { Page, Waiting } from './support/Page.tsx';
import { partsIn } from './support/partsIn.ts';
import { sendByNode } from './support/sendByNode.ts';

quietConsole();

class User extends Entity {
  id = '';
  name = '';
  static override key = 'User';
}

const getMe = new RestEndpoint({ path: '/me', schema: User });
const getByCookie = new RestEndpoint({
  path: '/me',
  searchParams: {} as { cookie: string },
  schema: User,
});

let api!: TestServer;
let other!: TestServer;

beforeAll(async () => {
  [api, other] = await Promise.all([startTestServer(), startTestServer()]);
  other.answer = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  api.answer = (response, { headers: { cookie } }) => {
    const name = cookie?.startsWith('session=') ? 'a signed-in visitor' : 'a stranger';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: cookie?.endsWith('bob') ? '2' : '1', name }));
  };
});
afterEach(() => {
  api.requests.length = other.requests.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close()]));

/** The store of one response, as `docs/ssr.md` has it. */
function storeFor(cookie: string) {
  return createServerStore({
    fetch: (input, init) => {
      const url = new URL(input as string, api.origin);
      const headers = new Headers(init?.headers);
      if (url.origin === api.origin) headers.set('cookie', cookie);
      return fetch(url, { ...init, headers });
    },
  });
}

function Me() {
  const { id, name } = useSuspense(getMe);
  return (
    <b>
      {id} {name}
    </b>
  );
}

function MeByCookie({ cookie }: { readonly cookie: string }) {
  return <b>{useSuspense(getByCookie, { cookie }).name}</b>;
}

/** The HTML of a page with one component. */
async function html(store: ReturnType<typeof createServerStore>, component: ReactNode) {
  const page = await sendByNode(
    store,
    <Page store={store}>
      <Waiting>{component}</Waiting>
    </Page>,
  );
  await page.over;
  return page.text();
}

describe('the cookie of a visitor', () => {
  it('goes to the API, and neither into the HTML nor into the data of the page', async () => {
    const page = await html(storeFor('session=hunter2'), <Me />);
    expect(api.requests.map(({ headers }) => headers.cookie)).toEqual(['session=hunter2']);
    expect(page).toContain('a signed-in visitor');
    expect(page).not.toContain('hunter2');
  });

  it('is not part of the key, so the browser finds the data without a request', async () => {
    const page = await html(storeFor('session=hunter2'), <Me />);
    const browser = rehydrated(createStore(), ...(partsIn(page) as DehydratedState[]));
    expect(browser.getState(getMe)).toMatchObject({
      status: 'valid',
      data: { name: 'a signed-in visitor' },
    });
    browser.dispose();
  });

  it('belongs to one response when two visitors are served at once', async () => {
    const pages = await Promise.all([
      html(storeFor('session=ann'), <Me />),
      html(storeFor('session=bob'), <Me />),
    ]);
    const ids = pages.map((page) => /<b>(\d)/.exec(page)?.[1]);
    expect(ids).toEqual(['1', '2']);
  });

  it('does not go to another origin', async () => {
    const store = storeFor('session=hunter2');
    await store.fetch(new RestEndpoint({ urlPrefix: other.origin, path: '/public' }));
    expect(other.requests.map(({ headers }) => headers.cookie)).toEqual([undefined]);
    store.dispose();
  });

  it('reaches the browser if it is an argument, because keys are sent', async () => {
    const page = await html(storeFor('session=hunter2'), <MeByCookie cookie="session=hunter2" />);
    expect(JSON.stringify(partsIn(page))).toContain('hunter2');
  });
});
