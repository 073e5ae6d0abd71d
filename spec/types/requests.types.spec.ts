import { of } from 'rxjs';
import { createStore, Endpoint, RestEndpoint, resource } from 'streambed';
import type { InterceptedRequest, Interceptor, RetryOption } from 'streambed';
import { check, type Equal } from './Equal.ts';

const signal = new AbortController().signal;

// Checked by `tsc`; never called.
function stores(): void {
  createStore({ timeout: 10, retry: 3, random: () => 0, interceptors: [] });
  createStore({ retry: false });
  createStore({
    retry: { count: 2, delay: 10, maxDelay: 100, when: (error) => error.name === 'x' },
  });
  // @ts-expect-error -- times are numbers
  createStore({ timeout: '10' });
  // @ts-expect-error -- the count is required
  createStore({ retry: true });
  // @ts-expect-error -- there is no such member
  createStore({ retry: { attempts: 3 } });
  // @ts-expect-error -- the function returns a boolean
  createStore({ retry: { when: () => 'yes' } });
  // @ts-expect-error -- numbers from 0 to 1
  createStore({ random: () => 'x' });
  // @ts-expect-error -- a list of them
  createStore({ interceptors: () => of(1) });
}

function endpoints(): void {
  const read = new Endpoint(async (id: string) => id, { name: 'read', retry: 3, timeout: 10 });
  read.extend({ retry: { count: 1 }, signal });
  const getUser = new RestEndpoint({
    path: '/users/:id',
    retry: { delay: 5 },
    timeout: 10,
    signal,
  });
  getUser.extend({ retry: false });
  resource({ path: '/users/:id', schema: undefined, retry: 2 });
  // @ts-expect-error -- times are numbers
  void new RestEndpoint({ path: '/users/:id', timeout: '10' });
  // @ts-expect-error -- a signal, not its controller
  read.extend({ signal: new AbortController() });
}

function mutations(): void {
  void new Endpoint(async () => 1, { name: 'save', sideEffect: true, timeout: 10, signal });
  void new RestEndpoint({ path: '/users', method: 'POST', timeout: 10, signal });
}

function interceptors(): void {
  const all: Interceptor[] = [
    (request, next) => next(request),
    async (request, next) => next({ ...request, headers: { authorization: 'x' } }),
    () => of('answer'),
    () => Promise.resolve('answer'),
    (request, next) => {
      check<Equal<typeof request, InterceptedRequest>>();
      // @ts-expect-error -- requests do not change; pass another one on
      request.key = 'other';
      return next(request);
    },
    // @ts-expect-error -- undefined is no response
    () => undefined,
    // @ts-expect-error -- the request is passed on
    (_, next) => next(),
  ];
  void all;
}

it('is checked by the compiler', () => {
  const retry: RetryOption[] = [3, false, { count: 3 }];
  expect([retry, stores, endpoints, mutations, interceptors]).toHaveLength(5);
});
