import { type ReactElement, StrictMode } from 'react';
import { type Observable, Subject } from 'rxjs';
import { All, createStore, type DehydratedState, Endpoint } from 'streambed';
import { useStream, useSuspense } from 'streambed/react';
import { createServerStore, type ServerStore } from 'streambed/ssr';
import { counted } from '../../support/counted.ts';
import { quietConsole } from '../../support/quietConsole.ts';
import { remoteList } from '../../support/remote.ts';
import { User } from '../../../support/entities.ts';
import { rehydrated } from '../../../support/rehydrated.ts';
import { Page, userKit, Waiting } from './Page.tsx';
import { partsIn } from './partsIn.ts';
import type { Send } from './Sending.ts';
import { settled } from './settled.ts';

const ann = { id: '1', name: 'Ann' };
const bob = { id: '2', name: 'Bob' };
const getUser = new Endpoint(() => Promise.resolve(ann), { name: 'getUser' });

/** A browser store with the parts of a page. */
function browserStore(html: string) {
  return rehydrated(createStore(), ...(partsIn(html) as DehydratedState[]));
}

/**
 * The specs of both kinds of streams. Each kind runs in its own process: React warns about two
 * renderers.
 */
export function describePages(name: string, send: Send): void {
  quietConsole();

  describe(`a page sent by ${name}`, () => {
    it('sends each part with its data as soon as the data is there', async () => {
      const { Name, requestOf, endpoint } = userKit();
      const store = createServerStore();
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Name id="1" />
          </Waiting>
          <Waiting>
            <Name id="2" />
          </Waiting>
        </Page>,
      );
      await settled();
      expect(page.text()).toContain('waiting');
      expect(partsIn(page.text())).toHaveLength(1);
      expect(browserStore(page.text()).stats().entities).toBe(0);

      requestOf('2').resolve(bob);
      await settled();
      const second = page.text();
      expect(second).toContain('<b>Bob</b>');
      expect(second.indexOf('"Bob"')).toBeLessThan(second.indexOf('<b>Bob</b>'));
      expect(second).not.toContain('Ann');
      expect(browserStore(second).getState(endpoint, { id: '2' })).toMatchObject({
        status: 'valid',
        data: bob,
      });

      requestOf('1').resolve(ann);
      await page.over;
      const whole = page.text();
      expect(whole.indexOf('"Ann"')).toBeLessThan(whole.indexOf('<b>Ann</b>'));
      expect(partsIn(whole)).toHaveLength(3);
      const browser = browserStore(whole);
      expect(browser.getState(endpoint, { id: '1' }).data).toBeInstanceOf(User);
      expect(browser.stats().entities).toBe(2);
      expect(page.errors).toEqual([]);
    });

    it('fetches a key of many components once, in StrictMode too', async () => {
      const { Name, requestOf, requests } = userKit();
      const store = createServerStore();
      const page = await send(
        store,
        <StrictMode>
          <Page store={store}>
            <Waiting>
              <Name id="1" />
              <Name id="1" />
            </Waiting>
            <Waiting>
              <Name id="1" />
            </Waiting>
          </Page>
        </StrictMode>,
      );
      requestOf('1').resolve(ann);
      await page.over;
      expect(requests).toHaveLength(1);
      expect(page.text().match(/<b>Ann<\/b>/g)).toHaveLength(3);
      expect(page.text().match(/"name":"Ann"/g)).toHaveLength(1);
    });

    it('sends the data of the shell after the shell, and always one part', async () => {
      const { Name } = userKit();
      const store = createServerStore();
      store.set(User, ann);
      const page = await send(
        store,
        <Page store={store}>
          <Name id="1" />
        </Page>,
      );
      await page.over;
      expect(page.text()).toMatch(
        /^<!DOCTYPE html><html.*<\/html><script type="application\/json"/s,
      );
      expect(browserStore(page.text()).get(User, { id: '1' })).toMatchObject(ann);
      const empty = createServerStore();
      const other = await send(empty, <Page store={empty}>nothing</Page>);
      await other.over;
      expect(partsIn(other.text())).toHaveLength(1);
    });

    it('sends only data that components read, not other fetched data', async () => {
      const { Name, requestOf, endpoint } = userKit();
      const store = createServerStore();
      const session = store.fetch(endpoint, { id: '9' });
      requestOf('9').resolve({ id: '9', name: 'hunter2' });
      await session;
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Name id="1" />
          </Waiting>
        </Page>,
      );
      requestOf('1').resolve(ann);
      await page.over;
      expect(page.text()).not.toContain('hunter2');
    });

    it('sends inferred data, and lists with their entities', async () => {
      const all = remoteList('getAll', { schema: new All(User) });
      const { Name, requests } = userKit();
      function Names() {
        return useSuspense(all.endpoint).map(({ id }) => <Name key={id} id={id} />);
      }
      const store = createServerStore();
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Names />
          </Waiting>
        </Page>,
      );
      all.last.resolve([ann, bob]);
      await page.over;
      expect(requests).toHaveLength(0);
      const browser = browserStore(page.text());
      expect(browser.getState(all.endpoint)).toMatchObject({ status: 'valid', data: [ann, bob] });
    });

    it('leaves failed reads to the browser: sends the fallback, no data, no error message', async () => {
      const { Name, requestOf } = userKit();
      const store = createServerStore();
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Name id="1" />
          </Waiting>
          <Waiting>
            <Name id="2" />
          </Waiting>
        </Page>,
      );
      const failure = new Error('hunter2');
      requestOf('1').reject(failure);
      requestOf('2').resolve(bob);
      await page.over;
      expect(page.errors).toEqual([failure]);
      expect(page.text()).toContain('waiting');
      expect(page.text()).toContain('<b>Bob</b>');
      expect(JSON.stringify(partsIn(page.text()))).not.toContain('hunter2');
      expect(browserStore(page.text()).stats().entities).toBe(1);
    });

    it('leaves data that cannot be sent to the browser, and reports the error', async () => {
      const users = userKit();
      const reported: unknown[] = [];
      const store = createServerStore({ onError: (error) => reported.push(error) });
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <users.Name id="1" />
            <users.Name id="2" />
          </Waiting>
        </Page>,
      );
      users.requestOf('1').resolve({ ...ann, secret: () => 1 });
      await settled();
      users.requestOf('2').resolve(bob);
      await page.over;
      expect(page.text()).toContain('<b>Ann</b>');
      expect(reported).toEqual([expect.objectContaining({ code: 'SB_STATE_UNSUPPORTED' })]);
      const browser = browserStore(page.text());
      expect(browser.get(User, { id: '1' })).toBeUndefined();
      expect(browser.get(User, { id: '2' })).toMatchObject(bob);
    });

    it('aborts its requests and empties the store when the client disconnects', async () => {
      const { Name, requests } = userKit();
      const store = createServerStore();
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Name id="1" />
          </Waiting>
        </Page>,
      );
      await settled();
      const [{ signal }] = requests;
      expect(signal?.aborted).toBe(false);
      page.leave();
      await settled();
      expect(signal?.aborted).toBe(true);
      expect(store.stats()).toEqual({
        entries: 0,
        entities: 0,
        inFlight: 0,
        layers: 0,
        timers: 0,
        subscribers: 0,
        computations: 0,
      });
    });

    it('throws SB_ABORTED, not SB_DISPOSED, after the client has disconnected', async () => {
      const { Name } = userKit();
      const store = createServerStore();
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Name id="1" />
          </Waiting>
        </Page>,
      );
      page.leave();
      await settled();
      const errors = page.errors.map(String);
      expect(errors[0]).toMatch(/closed early|without a reason|SB_ABORTED/);
      expect(errors.join()).not.toContain('SB_DISPOSED');
      expect(() => store.observe(getUser)).toThrow('SB_ABORTED');
    });

    /** A page that is suspended for a stream. */
    async function sendStream(stream: Observable<string>, store: ServerStore) {
      const Latest = (): ReactElement => <b>{useStream(stream)}</b>;
      const page = await send(
        store,
        <Page store={store}>
          <Waiting>
            <Latest />
          </Waiting>
        </Page>,
      );
      await settled();
      return page;
    }

    it('is subscribed to its streams until it is complete or the client disconnects, as no other page', async () => {
      const { stream, counts } = counted(new Subject<string>());
      const left = await sendStream(stream, createServerStore());
      const values = new Subject<string>();
      const own = counted(values);
      const whole = await sendStream(own.stream, createServerStore());
      const waiting = await sendStream(stream, createServerStore());
      expect([counts, own.counts]).toEqual([
        { all: 2, open: 2 },
        { all: 1, open: 1 },
      ]);
      left.leave();
      values.next('a');
      await whole.over;
      await settled();
      expect(whole.text()).toContain('<b>a</b>');
      expect([counts.open, own.counts.open]).toEqual([1, 0]);
      waiting.leave();
      await settled();
      expect(counts).toEqual({ all: 2, open: 0 });
    });

    it('ends its streams, and fails where it is suspended for them, when its signal aborts', async () => {
      const { stream, counts } = counted(new Subject<string>());
      const visit = new AbortController();
      const page = await sendStream(stream, createServerStore({ signal: visit.signal }));
      visit.abort();
      await page.over;
      expect(counts).toEqual({ all: 1, open: 0 });
      expect(page.errors).toEqual([expect.objectContaining({ code: 'SB_ABORTED' })]);
    });

    it('refuses a second response with one store', async () => {
      const store = createServerStore();
      const page = await send(store, <Page store={store}>one</Page>);
      await page.over;
      expect(() => store.claim()).toThrow('SB_STORE_SHARED');
      await expect(send(store, <Page store={store}>two</Page>)).rejects.toThrow('SB_STORE_SHARED');
    });

    it('writes a nonce', async () => {
      const store = createServerStore();
      const page = await send(store, <Page store={store}>one</Page>, { nonce: 'cmFuZG9t' });
      await page.over;
      expect(page.text()).toContain(' nonce="cmFuZG9t">{');
    });
  });
}
