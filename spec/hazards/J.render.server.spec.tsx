/** @jest-environment node */
import { Suspense } from 'react';
import { type DehydratedState, dehydrate, Entity, NetworkError, rehydrate } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';
import { escapeState, partScript } from 'streambed/ssr';
import { quietConsole } from '../react/support/quietConsole.ts';
import { remote } from '../react/support/remote.ts';
import { Page, userKit, Waiting } from '../react/server/support/Page.tsx';
import { partsIn } from '../react/server/support/partsIn.ts';
import { sendByNode } from '../react/server/support/sendByNode.ts';
import { settled } from '../react/server/support/settled.ts';
import { rehydrated } from '../support/rehydrated.ts';
import { until } from '../support/until.ts';
import { codeOf } from './support/codeOf.ts';
import { asUser, getUser, pageKit, sent, User } from './support/pageKit.tsx';

quietConsole();

const { api, browserStore, serverStore, renderUser } = pageKit();
/** The long run renders 10,000 pages. */
const PAGES = Number(process.env.SSR_PAGES ?? 200);

const ann = { id: '1', name: 'Ann' };

it('J1 no value, id, entity key, key or error of a state can escape its script', () => {
  const evil = '</script><script>alert(1)</script><!-- \u2028 \u2029 & ]]>';
  const store = browserStore();
  class Evil extends Entity {
    id = '';
    static override key = evil;
  }
  const record: Record<string, string> = { id: evil, [evil]: evil };
  store.set(Evil, record);
  store.setError(getUser, { id: evil }, new Error(evil));
  const state = dehydrate(store);
  const script = partScript(state);
  expect(script.match(/<\/?script|<!--/g)).toEqual(['<script', '</script']);
  expect(escapeState(state)).not.toMatch(/[<>&\u2028\u2029]/);
  expect(partsIn(script)).toEqual([sent(state)]);
  expect(script).toMatch(/^<script type="application\/json" /);
});

it('J2 of many pages rendered at once, each has the data of its own user only', async () => {
  const pages = await Promise.all(
    Array.from({ length: PAGES }, async (_, n) => {
      const secret = `secret-of-${n}-`;
      const store = serverStore(asUser(secret));
      return { secret, html: await renderUser(store, 'me'), store };
    }),
  );
  for (const { secret, html, store } of pages) {
    expect(new Set(html.match(/secret-of-\d+-/g))).toEqual(new Set([secret]));
    expect(html).toContain(`<b>${secret}</b>`);
    expect(store.stats()).toMatchObject({ entities: 0, timers: 0, inFlight: 0 });
  }
  expect(api().requests).toHaveLength(PAGES);
});

it('J2 using a store for a second response is an error', async () => {
  const store = serverStore();
  await renderUser(store, '1');
  expect(await codeOf(() => renderUser(store, '1'))).toBe('SB_STORE_SHARED');
});

it('J3 endpoints hold nothing of a request: two users call the same one at once', async () => {
  const before = JSON.stringify(Object.entries(getUser));
  const names = await Promise.all(
    ['Ann', 'Bob'].map((name) =>
      serverStore(asUser(name))
        .fetch(getUser, { id: '1' })
        .then((user) => user.name),
    ),
  );
  expect(names).toEqual(['Ann', 'Bob']);
  expect(JSON.stringify(Object.entries(getUser))).toBe(before);
  expect(getUser).not.toHaveProperty('context.signal');
});

it('J4 renders leave no timer and no subscription', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const set = jest.spyOn(globalThis, 'setTimeout');
  const interval = jest.spyOn(globalThis, 'setInterval');
  const { Name, requestOf } = userKit();
  const store = serverStore();
  const page = await sendByNode(
    store,
    <Page store={store}>
      <Waiting>
        <Name id="1" />
      </Waiting>
    </Page>,
  );
  expect(store.stats()).toMatchObject({ timers: 0, inFlight: 1 });
  requestOf('1').resolve(ann);
  expect(set.mock.calls.filter(([, wait]) => (wait ?? 0) > 0)).toEqual([]);
  expect(interval).not.toHaveBeenCalled();
  jest.restoreAllMocks();
  await page.over;
  expect(store.stats()).toMatchObject({ timers: 0, subscribers: 0, entries: 0 });
  expect(timers()).toBeLessThanOrEqual(before);
});

it('J5 errors are sent without stack, headers and body', async () => {
  api().answer = (response) =>
    void response
      .writeHead(403, { 'content-type': 'application/json', 'x-secret': 'hunter2' })
      .end('{"why":"hunter2"}');
  const store = serverStore();
  await store.fetch(getUser, { id: '1' }).catch(() => {});
  const text = escapeState(dehydrate(store));
  expect(text).not.toMatch(/hunter2|\.ts:\d|stack/);
  const { error } = rehydrated(browserStore(), sent(dehydrate(store))).getState(getUser, {
    id: '1',
  });
  expect(error).toMatchObject({ name: 'NetworkError', code: 'SB_NETWORK', status: 403 });
  expect(error).not.toBeInstanceOf(NetworkError);
});

it('J6 data that was not read in the render is not sent', async () => {
  const store = serverStore();
  store.set(User, { id: '7', name: 'hunter2' });
  await store.fetch(getUser, { id: '8' });
  const html = await renderUser(store, '1');
  expect(html).not.toMatch(/hunter2|"8"/);
});

it('J7 parts give the same state in any order', async () => {
  const users = userKit();
  const store = serverStore();
  const page = await sendByNode(
    store,
    <Page store={store}>
      <Waiting>
        <users.Name id="1" />
      </Waiting>
      <Waiting>
        <users.Name id="2" />
      </Waiting>
    </Page>,
  );
  users.requestOf('1').resolve(ann);
  await settled();
  users.requestOf('2').resolve({ id: '2', name: 'Bob' });
  await page.over;
  const parts = partsIn(page.text()) as DehydratedState[];
  const [there, back] = [parts, [parts[2], parts[1], parts[0]]].map((order) =>
    rehydrated(browserStore(), ...order),
  );
  for (const id of ['1', '2']) {
    expect(back.getState(users.endpoint, { id })).toEqual(there.getState(users.endpoint, { id }));
    expect(back.getState(users.endpoint, { id }).status).toBe('valid');
  }
});

it('J8 older data does not replace later data, and data from the future is stale', () => {
  const server = browserStore();
  server.setResponse(getUser, { id: '1' }, ann);
  const state = sent(dehydrate(server));
  const client = browserStore();
  client.setResponse(getUser, { id: '1' }, { ...ann, name: 'Later' });
  rehydrate(client, { ...state, at: state.at - 1_000, stamps: [[1_000, 1_000, null]] });
  expect(client.getState(getUser, { id: '1' }).data?.name).toBe('Later');
  const future = rehydrated(browserStore(), { ...state, stamps: [[9e15, 9e15, 9e15]] });
  expect(future.getState(getUser, { id: '1' }).status).toBe('stale');
});

it('J16 a client that disconnects aborts the requests of its page', async () => {
  let left = 0;
  api().answer = (response) => void response.on('close', () => left++);
  const controller = new AbortController();
  const store = serverStore({ signal: controller.signal });
  const users = remote('other', { schema: User });
  function Two() {
    return <Suspense>{useSuspense(users.endpoint, { id: '1' }).name}</Suspense>;
  }
  function One() {
    return <b>{useSuspense(getUser, { id: '1' }).name}</b>;
  }
  const page = await sendByNode(
    store,
    <StoreProvider store={store}>
      <Waiting>
        <One />
      </Waiting>
      <Waiting>
        <Two />
      </Waiting>
    </StoreProvider>,
  );
  await until('the API has a request', () => api().requests.length === 1);
  controller.abort();
  await until('the request is gone', () => left === 1);
  expect(users.last.signal?.aborted).toBe(true);
  expect(store.stats()).toMatchObject({ inFlight: 0, entries: 0, timers: 0 });
  page.leave();
});
