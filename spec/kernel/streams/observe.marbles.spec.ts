import { map, type Observable, retry } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import type { EndpointState } from '../../../src/kernel/streams/EndpointState.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { type Marbles, marbles } from '../../support/marbles.ts';
import { showState } from '../../support/showState.ts';

/**
 * A store in virtual time and an endpoint that returns the given observables, one per request.
 */
function setUp(
  { scheduler }: Marbles,
  answers: readonly Observable<unknown>[],
  options: StoreOptions & { readonly errorPolicy?: () => 'soft' | 'hard' } = {},
) {
  const { errorPolicy, ...storeOptions } = options;
  const store = createStore({ scheduler, dataExpiryLength: Infinity, ...storeOptions });
  let requests = 0;
  const endpoint = new Endpoint((): Observable<unknown> => answers[requests++], {
    name: 'read',
    errorPolicy,
  });
  return { store, endpoint, read$: store.observe(endpoint) };
}

/** A stream of states as it is written in a diagram. */
const shown = (states$: Observable<EndpointState<unknown>>): Observable<string> =>
  states$.pipe(map(showState));

const states = {
  p: 'invalid fetching',
  s: 'valid a',
  r: 'valid a fetching',
  o: 'stale a fetching',
  x: 'stale a',
  t: 'valid b',
  e: 'valid a failed: down',
  R: 'valid a failed: down fetching',
  E: 'invalid failed: down',
  F: 'valid failed: down',
  P: 'invalid failed: down fetching',
};
const down = new Error('down');

describe('observe', () => {
  it('emits the first state synchronously, then the response', () => {
    marbles((m) => {
      const answer = m.cold('---a|');
      const { read$ } = setUp(m, [answer]);
      m.expectObservable(shown(read$), '^----!').toBe('p--s', states);
      m.expectSubscriptions(answer.subscriptions).toBe('^---!');
    });
  });

  it('sends one request for all subscribers; a late one gets the current state once', () => {
    marbles((m) => {
      const answer = m.cold('---a|');
      const { read$ } = setUp(m, [answer]);
      m.expectObservable(shown(read$), '^------!').toBe('p--s', states);
      m.expectObservable(shown(read$), '--^----!').toBe('--ps', states);
      m.expectObservable(shown(read$), '-----^-!').toBe('-----s', states);
      m.expectSubscriptions(answer.subscriptions).toBe('^---!');
    });
  });

  it('sends no second request for data that is valid after the grace time', () => {
    marbles((m) => {
      const answer = m.cold('--a|');
      const { read$ } = setUp(m, [answer], { graceTime: 5 });
      m.expectObservable(shown(read$), '^--!').toBe('p-s', states);
      m.expectObservable(shown(read$), '20ms ^-!').toBe('20ms s', states);
      m.expectSubscriptions(answer.subscriptions).toBe('^--!');
    });
  });

  it('emits stale data at once, then the new response, without a gap', () => {
    marbles((m) => {
      const { read$ } = setUp(m, [m.cold('--a|'), m.cold('--b|')], { dataExpiryLength: 5 });
      m.expectObservable(shown(read$), '^--!').toBe('p-s', states);
      m.expectObservable(shown(read$), '20ms ^---!').toBe('20ms o-t', states);
    });
  });

  it('emits an error as a state, keeps the data and the subscription', () => {
    marbles((m) => {
      const { store, endpoint, read$ } = setUp(m, [
        m.cold('-a|'),
        m.cold('-#', {}, down),
        m.cold('-b|'),
      ]);
      m.cold('---x--x').subscribe(() => void store.fetch(endpoint));
      m.expectObservable(shown(read$), '^---------!').toBe('ps-re-Rt', states);
    });
  });

  it('turns a failure without data into an error of one dataOrThrow$ subscription, so that retry() fetches again', () => {
    marbles((m) => {
      const { read$ } = setUp(m, [m.cold('-#', {}, down), m.cold('-b|')], { errorExpiryLength: 1 });
      m.expectObservable(read$.dataOrThrow$.pipe(retry({ delay: 3 })), '^-------!').toBe('-----b');
      m.expectObservable(shown(read$), '^-------!').toBe('pF-EPt', states);
    });
  });

  it('joins a refetch to the request in flight', () => {
    marbles((m) => {
      const answer = m.cold('----a|');
      const { read$ } = setUp(m, [answer]);
      m.cold('--x').subscribe(() => void read$.refetch());
      m.expectObservable(shown(read$), '^-----!').toBe('p---s', states);
      m.expectSubscriptions(answer.subscriptions).toBe('^----!');
    });
  });

  it('keeps the request running after the last subscriber has left', () => {
    marbles((m) => {
      const answer = m.cold('-----a|');
      const { read$ } = setUp(m, [answer]);
      m.expectObservable(shown(read$), '^-!').toBe('p', states);
      m.expectObservable(read$, '10ms ^-!').toBe('10ms s', {
        s: {
          status: 'valid',
          data: 'a',
          error: undefined,
          errorPolicy: undefined,
          fetching: false,
          optimistic: false,
          attempt: 0,
          fetchedAt: 0,
          expiresAt: Infinity,
        },
      });
      m.expectSubscriptions(answer.subscriptions).toBe('^-----!');
    });
  });

  it('stores every value of an observable as a response of one request', () => {
    marbles((m) => {
      const live = m.cold('--a--b--a');
      const { read$ } = setUp(m, [live]);
      m.expectObservable(shown(read$), '^---------!').toBe('p-s--t--s', states);
      m.expectSubscriptions(live.subscriptions).toBe('^ 5009ms !');
    });
  });

  it('emits the change from valid to stale one ms after the expiry, and does not fetch', () => {
    marbles((m) => {
      const { read$ } = setUp(m, [m.cold('--a|')], { dataExpiryLength: 5 });
      m.expectObservable(shown(read$), '^-------------!').toBe('p-s-----x', states);
    });
  });

  it('supports an expiry that is later than timers can wait', () => {
    marbles((m) => {
      const { read$ } = setUp(m, [m.cold('a|')], { dataExpiryLength: 60 * 86_400_000 });
      m.expectObservable(shown(read$), '^ 61d !'.replace('61d', `${61 * 86_400_000}ms`)).toBe(
        `(ps) ${60 * 86_400_000 - 3}ms x`,
        states,
      );
    });
  });

  it('emits data$ as soon as there is data, and each value once', () => {
    marbles((m) => {
      const { store, endpoint, read$ } = setUp(m, [m.cold('-a|'), m.cold('-a|'), m.cold('-b|')]);
      m.cold('---x--x').subscribe(() => void store.fetch(endpoint));
      m.expectObservable(read$.data$, '^---------!').toBe('-a-----b');
    });
  });

  it('emits status$ and error$ only when they change', () => {
    marbles((m) => {
      const { store, endpoint, read$ } = setUp(m, [
        m.cold('-a|'),
        m.cold('-#', {}, down),
        m.cold('-b|'),
      ]);
      m.cold('---x--x').subscribe(() => void store.fetch(endpoint));
      m.expectObservable(read$.status$, '^---------!').toBe('iv', { i: 'invalid', v: 'valid' });
      m.expectObservable(read$.error$, '^---------!').toBe('n---e--n', { n: undefined, e: down });
    });
  });
});
