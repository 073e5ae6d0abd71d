import { catchError, from, map, type Observable, of, switchMap, tap, throwError } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import type { InterceptedRequest, Interceptor } from '../../../src/kernel/requests/Interceptor.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { collectStates, storeKit } from '../../support/storeKit.ts';

const requests = new FakeRequests();
const read = new Endpoint(requests.send, { name: 'read' });
const getUser = new Endpoint(requests.send, { name: 'getUser', schema: User, lookup: true });
const change = read.extend({ name: 'change', sideEffect: true });

beforeEach(() => {
  requests.sent.length = 0;
});

const kit = (...interceptors: Interceptor[]) => storeKit({ interceptors });
const denied = Object.assign(new Error('denied'), { status: 401 });

describe('interceptors', () => {
  it('get every request, reads and mutations', () => {
    const seen: InterceptedRequest[] = [];
    const { store } = kit((request, next) => {
      seen.push(request);
      return next(request);
    });
    void store.fetch(read, 1);
    void store.fetch(change, 2);
    expect(seen).toMatchObject([
      { key: 'read ["1"]', endpoint: read, args: [1], attempt: 1, sideEffect: false },
      { key: 'change ["2"]', endpoint: change, args: [2], attempt: 1, sideEffect: true },
    ]);
    expect(seen[0].signal).toBeInstanceOf(AbortSignal);
    expect(requests.sent.map(({ args }) => args)).toEqual([[1], [2]]);
  });

  it('run in the order given: the first is the outermost', async () => {
    const log: string[] = [];
    const logging =
      (name: string): Interceptor =>
      (request, next) => {
        log.push(`${name} asks`);
        return next(request).pipe(tap((answer) => log.push(`${name} gets ${String(answer)}`)));
      };
    const { store } = kit(logging('one'), logging('two'));
    const fetched = store.fetch(read);
    requests.last.answer('a');
    await fetched;
    expect(log).toEqual(['one asks', 'two asks', 'two gets a', 'one gets a']);
  });

  it('may change the request and the response', async () => {
    const { store } = kit((request, next) =>
      next({ ...request, args: ['other'] }).pipe(map((answer) => `${String(answer)}!`)),
    );
    const fetched = store.fetch(read, 'own');
    expect(requests.last.args).toEqual(['other']);
    requests.last.answer('a');
    expect(await fetched).toBe('a!');
    expect(store.getState(read, 'own').data).toBe('a!');
  });

  it('may respond without the network: mocks', async () => {
    const { store } = kit(() => of(ann));
    expect((await store.fetch(getUser, '1')).name).toBe('Ann');
    expect(requests.count).toBe(0);
  });

  it('may respond synchronously: no state is emitted in between', () => {
    const { store } = kit(() => of('now'));
    expect(collectStates(store.observe(read)).values).toEqual(['invalid fetching', 'valid now']);
  });

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.resolve('a')],
    ['a promise of an observable', () => Promise.resolve(of('a'))],
    ['an observable', () => of('a')],
    [
      'an async iterable',
      async function* () {
        yield await Promise.resolve('a');
      },
    ],
  ])('may return %s', async (_, give) => {
    const { store } = kit(give as Interceptor);
    expect(await store.fetch(read)).toBe('a');
  });

  it('may be async functions that end with next', async () => {
    const { store } = kit(async (request, next) => {
      await Promise.resolve('token');
      return next(request);
    });
    const fetched = store.fetch(read);
    await new Promise(setImmediate);
    requests.last.answer(['a', 'list']);
    expect(await fetched).toEqual(['a', 'list']);
  });

  it('may send the request again: refresh after 401', async () => {
    let refreshes = 0;
    const refresh = async (): Promise<void> => void refreshes++;
    const { store } = kit((request, next) =>
      next(request).pipe(
        catchError((error: { status?: number }) =>
          error.status === 401
            ? from(refresh()).pipe(switchMap(() => next(request)))
            : throwError(() => error),
        ),
      ),
    );
    const fetched = store.fetch(read);
    requests.last.fail(denied);
    await new Promise(setImmediate);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    expect([requests.count, refreshes]).toEqual([2, 1]);
    expect(store.stats().inFlight).toBe(0);
  });

  it.each<[string, Interceptor]>([
    [
      'throws',
      () => {
        throw denied;
      },
    ],
    ['gives an observable that fails', () => throwError(() => denied)],
    ['gives a promise that rejects', () => Promise.reject(denied)],
  ])('fail the request when one %s, whatever its position', async (_, broken) => {
    const pass: Interceptor = (request, next) => next(request);
    for (const chain of [
      [broken, pass],
      [pass, broken],
    ]) {
      const { store } = kit(...chain);
      await expect(store.fetch(read)).rejects.toBe(denied);
      await expect(store.fetch(change)).rejects.toBe(denied);
      expect(store.getState(read)).toMatchObject({ status: 'valid', error: denied });
    }
    expect(requests.count).toBe(0);
  });

  it('can recover from an error of the function of the endpoint', async () => {
    const broken = read.extend({
      fetch: () => {
        throw denied;
      },
    });
    const { store } = kit((request, next) => next(request).pipe(catchError(() => of('rescued'))));
    expect(await store.fetch(broken)).toBe('rescued');
  });

  it('that end without a value fail the request', async () => {
    const { store } = kit(() => from([]));
    await expect(store.fetch(read)).rejects.toMatchObject({ code: 'SB_ANSWER_EMPTY' });
  });

  it('run for each try, within its time limit', async () => {
    const attempts: number[] = [];
    const waiting: Interceptor = (request, next): Observable<unknown> => {
      attempts.push(request.attempt);
      return request.attempt === 1 ? from(new Promise(() => {})) : next(request);
    };
    const { store, clock } = storeKit({
      interceptors: [waiting],
      timeout: 10,
      retry: 1,
      random: () => 1,
    });
    const fetched = store.fetch(read);
    clock.advance(10);
    clock.advance(1_000);
    requests.last.answer('a');
    expect(await fetched).toBe('a');
    expect(attempts).toEqual([1, 2]);
  });

  it('are unsubscribed when the request is aborted', () => {
    let left = 0;
    const { store } = kit((request, next) =>
      next(request).pipe((source) => {
        const add = { add: () => left++ };
        return new (source.constructor as typeof Observable)((subscriber) => {
          const inner = source.subscribe(subscriber);
          return () => {
            inner.unsubscribe();
            add.add();
          };
        });
      }),
    );
    collectStates(store.observe(read.extend({ cancel: true }))).stop();
    expect(left).toBe(1);
    expect(requests.last.isFollowed).toBe(false);
  });

  it('send nothing if the request was aborted meanwhile', async () => {
    let goOn!: () => void;
    const token = new Promise<void>((resolve) => (goOn = resolve));
    const { store } = kit(async (request, next) => {
      await token;
      return next(request);
    });
    collectStates(store.observe(read.extend({ cancel: true }))).stop();
    goOn();
    await token;
    await Promise.resolve();
    expect(requests.count).toBe(0);
  });
});

describe('the headers and fetch of an intercepted request', () => {
  const seen: Headers[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push(new Request(new URL(input as string, 'http://127.0.0.1'), init).headers);
    return Response.json({ id: '1', name: 'Ann' });
  };
  const getThing = new RestEndpoint({
    path: '/thing',
    getHeaders: (headers) => ({ ...headers, 'x-own': 'yes', 'x-both': 'endpoint' }),
  });

  beforeEach(() => {
    seen.length = 0;
  });

  it('are merged with those of the endpoint, which they override', async () => {
    const { store } = storeKit({
      fetch,
      interceptors: [
        (request, next) =>
          next({ ...request, headers: { authorization: 'Bearer t', 'x-both': 'interceptor' } }),
      ],
    });
    await store.fetch(getThing);
    expect(Object.fromEntries(seen[0])).toMatchObject({
      authorization: 'Bearer t',
      'x-own': 'yes',
      'x-both': 'interceptor',
    });
  });

  it.each([undefined, null])('leave out a header whose value is %s', async (value) => {
    // Programs without types pass a token that is not set yet.
    const headers = { authorization: value as unknown as string, 'x-given': 'yes' };
    const { store } = storeKit({
      fetch,
      interceptors: [(request, next) => next({ ...request, headers })],
    });
    await store.fetch(getThing);
    expect(seen[0].has('authorization')).toBe(false);
    expect(seen[0].get('x-given')).toBe('yes');
  });

  it('of several interceptors are merged', async () => {
    const adding =
      (name: string): Interceptor =>
      (request, next) =>
        next({ ...request, headers: { ...request.headers, [name]: name } });
    const { store } = storeKit({ fetch, interceptors: [adding('x-a'), adding('x-b')] });
    await store.fetch(getThing);
    expect(Object.fromEntries(seen[0])).toMatchObject({ 'x-a': 'x-a', 'x-b': 'x-b' });
  });

  it('are not part of keys, actions and states', async () => {
    const { store } = storeKit({
      fetch,
      interceptors: [(request, next) => next({ ...request, headers: { authorization: 'secret' } })],
    });
    const printed: string[] = [];
    store.actions$.subscribe((action) => printed.push(JSON.stringify(action)));
    await store.fetch(getThing);
    printed.push(JSON.stringify(store.getState(getThing)), getThing.key());
    expect(printed.join()).not.toContain('secret');
  });

  it('let an interceptor replace fetch', async () => {
    const { store } = storeKit({
      fetch,
      interceptors: [
        (request, next) =>
          next({ ...request, fetch: () => Promise.resolve(Response.json('mock')) }),
      ],
    });
    expect(await store.fetch(getThing)).toBe('mock');
    expect(seen).toEqual([]);
  });
});
