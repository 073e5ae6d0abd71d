import { setImmediate as microtasks } from 'node:timers/promises';
import { firstValueFrom, map, of, Subject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import type { EndpointObservable } from '../../../src/kernel/streams/EndpointObservable.ts';
import { storeKit } from '../../support/storeKit.ts';

let warn: jest.SpyInstance<void, unknown[]>;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

const cause = new Error('the server is not there');

/** An endpoint of which each read fails. */
const failing = (name: string) =>
  new Endpoint((_id?: string) => Promise.reject<string>(cause), { name });

type Read = EndpointObservable<unknown>;

describe('a key that failed and is only read through data$', () => {
  it('causes one warning with name, code and fix, and with the failure, without the arguments', async () => {
    const { store } = storeKit();
    store.observe(failing('getList'), 'secret').data$.subscribe();
    await microtasks();
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('Endpoint "getList" failed, and only its data$ is observed'), cause],
    ]);
    expect(warn.mock.calls[0][0]).toMatch(/\[SB_FAILURE_UNOBSERVED\].*dataOrThrow\$/);
    expect(warn.mock.calls[0][0]).not.toContain('secret');
  });

  it('causes one warning, however many subscribers there are and however often it fails', async () => {
    const { clock, store } = storeKit({ errorExpiryLength: 100 });
    const read = store.observe(failing('getAgain'));
    for (let n = 0; n < 3; n++) {
      read.data$.pipe(map(String)).subscribe();
      await microtasks();
      clock.advance(1_000);
      await read.refetch().catch(() => {});
    }
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('causes a warning per key', async () => {
    const { store } = storeKit();
    const endpoint = failing('getEach');
    store.observe(endpoint, '1').data$.subscribe();
    store.observe(endpoint, '2').data$.subscribe();
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('causes a warning if the program waits for the first data', async () => {
    const { store } = storeKit();
    void firstValueFrom(store.observe(failing('getFirst')).data$);
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('causes a warning if data$ is subscribed after the failure', async () => {
    const { store } = storeKit();
    const endpoint = failing('getLate');
    await store.fetch(endpoint).catch(() => {});
    store.observe(endpoint).data$.subscribe();
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('causes a warning if data$ is that of a polled key', async () => {
    const { store } = storeKit();
    const endpoint = failing('getPolled').extend({ pollFrequency: 1_000 });
    live(store, endpoint).data$.subscribe();
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('causes a warning if the arguments make no key', async () => {
    const { store } = storeKit();
    const endpoint = new Endpoint((_id: unknown) => of(1), { name: 'getKeyless' });
    store.observe(endpoint, () => {}).data$.subscribe();
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('a key that failed causes no warning', () => {
  it.each<[string, (read: Read) => unknown]>([
    ['its state', (read) => read.subscribe()],
    ['error$', (read) => read.error$.subscribe()],
    ['dataOrThrow$', (read) => read.dataOrThrow$.subscribe({ error: () => {} })],
  ])('if %s is observed too', async (_, observe) => {
    const { store } = storeKit();
    const read = store.observe(failing('getBoth'));
    read.data$.subscribe();
    observe(read);
    await microtasks();
    expect(warn).not.toHaveBeenCalled();
  });

  it('if dataOrThrow$ has left with the failure', async () => {
    const { store } = storeKit();
    const read = store.observe(failing('getThrown'));
    read.dataOrThrow$.subscribe({ error: () => {} });
    read.data$.subscribe();
    await microtasks();
    expect(warn).not.toHaveBeenCalled();
  });

  it('if a promise rejects with the failure', async () => {
    const { store } = storeKit();
    const responses = new Subject<number>();
    const endpoint = new Endpoint(() => responses, { name: 'getPromised' });
    store.observe(endpoint).data$.subscribe();
    const promise = store.fetch(endpoint);
    responses.error(cause);
    await expect(promise).rejects.toBe(cause);
    expect(warn).not.toHaveBeenCalled();
  });

  it('while it has data', async () => {
    const { store } = storeKit();
    const responses = new Subject<number>();
    const endpoint = new Endpoint(() => responses, { name: 'getShown' });
    const read = store.observe(endpoint);
    read.data$.subscribe();
    responses.next(1);
    responses.error(cause);
    await microtasks();
    expect(read.getValue()).toMatchObject({ data: 1, error: cause });
    expect(warn).not.toHaveBeenCalled();
  });

  it('before its last try', async () => {
    const { clock, store } = storeKit({ retry: { count: 1, when: () => true } });
    store.observe(failing('getRetried')).data$.subscribe();
    await microtasks();
    expect(warn).not.toHaveBeenCalled();
    clock.advance(1_000);
    await microtasks();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('if no subscriber of data$ is left', async () => {
    const { store } = storeKit();
    store.observe(failing('getLeft')).data$.subscribe().unsubscribe();
    await microtasks();
    expect(warn).not.toHaveBeenCalled();
  });
});
