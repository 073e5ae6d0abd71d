import fc from 'fast-check';
import { map, type Subscription } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import type { RequestContext } from '../../../src/data/endpoint/RequestContext.ts';
import type { Interceptor } from '../../../src/kernel/requests/Interceptor.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { showState } from '../../support/showState.ts';
import { storeKit } from '../../support/storeKit.ts';
import { runs } from '../../support/runs.ts';

class Item extends Entity {
  id = '';
  name = '';
  static override readonly key = 'Item';
}

/** A try that waits for its response. */
interface Try {
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const passOn: Interceptor = (request, next) => next(request);

/** A store whose requests are promises, and a log of all that can be seen of it. */
function makeWorld(interceptors: readonly Interceptor[]) {
  const { clock, reported, store } = storeKit({
    interceptors,
    timeout: 50,
    retry: { count: 2, delay: 10 },
    random: () => 0.5,
    graceTime: 20,
  });
  const log: string[] = [];
  const tries: Try[] = [];
  const subscriptions = new Map<string, Subscription>();
  const aborts: AbortController[] = [];
  let calls = 0;

  function send(this: { readonly context: RequestContext }, id: string): Promise<unknown> {
    const { attempt, signal } = this.context;
    const name = `${++calls}: ${id} try ${attempt}`;
    log.push(`sent ${name}`);
    signal.addEventListener('abort', () => log.push(`aborted ${name}`));
    if (id === 'broken') throw new Error('broken');
    return new Promise((resolve, reject) => tries.push({ resolve, reject }));
  }
  const get = new Endpoint(send, { name: 'get', schema: Item, lookup: true });
  const update = new Endpoint(send, {
    name: 'update',
    schema: Item,
    sideEffect: true,
  });

  const watch = (what: string, promise: Promise<unknown>): void => {
    promise.then(
      (value) => log.push(`${what}: ${JSON.stringify(value)}`),
      (error: unknown) => log.push(`${what} failed: ${String(error)}`),
    );
  };
  const withSignal = () => {
    const controller = new AbortController();
    aborts.push(controller);
    return controller.signal;
  };

  const steps = {
    observe(id: string) {
      if (subscriptions.has(id)) return;
      const states$ = store.observe(get, id).pipe(map(showState));
      subscriptions.set(
        id,
        states$.subscribe((state) => log.push(`${id}: ${state}`)),
      );
    },
    leave(id: string) {
      subscriptions.get(id)?.unsubscribe();
      subscriptions.delete(id);
    },
    fetch: (id: string) => watch(`fetch ${id}`, store.fetch(get, id)),
    fetchWithSignal: (id: string) =>
      watch(`call ${id}`, store.fetch(get.extend({ signal: withSignal() }), id)),
    update: (id: string) => watch(`update ${id}`, store.fetch(update, id)),
    abort: (_: string, number: number) => aborts[number % Math.max(aborts.length, 1)]?.abort(),
    answer: (id: string, number: number) => take(number)?.resolve({ id, name: `n${number}` }),
    empty: (_: string, number: number) => take(number)?.resolve(undefined),
    fail: (_: string, number: number) => take(number)?.reject(new Error('refused')),
    drop: (_: string, number: number) => take(number)?.reject(new TypeError('Failed to fetch')),
    wait: (_: string, number: number) => clock.advance(number),
    invalidate: (id: string) => store.invalidate(get, id),
    reset: () => watch('reset', store.reset()),
  };
  const take = (number: number): Try | undefined =>
    tries.splice(number % Math.max(tries.length, 1), 1)[0];
  return { log, reported, steps, store };
}

const step = fc.record({
  what: fc.constantFrom(...(Object.keys(makeWorld([]).steps) as (keyof Steps)[])),
  id: fc.constantFrom('1', '1', '1', '2', 'broken'),
  // The time limit of a try is 50 ms, the first pause before a retry at most 10.
  number: fc.constantFrom(0, 1, 5, 10, 50, 60),
});
type Steps = ReturnType<typeof makeWorld>['steps'];

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

async function logOf(
  history: readonly { what: keyof Steps; id: string; number: number }[],
  interceptors: readonly Interceptor[],
) {
  const { log, reported, steps, store } = makeWorld(interceptors);
  for (const { what, id, number } of history) {
    log.push(`- ${what} ${id} ${number}`);
    steps[what](id, number);
    log.push('.');
    await settled();
  }
  log.push(JSON.stringify(store.stats()), ...reported.map(String));
  store.dispose();
  await settled();
  return log;
}

describe('a request without interceptors, whose source is a promise', () => {
  it('does what a request through an interceptor does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (history) => {
        expect(await logOf(history, [])).toEqual(await logOf(history, [passOn]));
      }),
      { numRuns: runs(300) },
    );
  });
});
