import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import type { StoreOptions } from '../../../src/kernel/store/StoreOptions.ts';
import { type Marbles, marbles } from '../../support/marbles.ts';

/** A store in virtual time, and an endpoint whose responses are 1, 2, 3 …, each after 2 ms. */
function setUp({ scheduler, cold }: Marbles, options: StoreOptions = {}) {
  const store = createStore({ scheduler, ...options });
  let count = 0;
  const get = new Endpoint(() => cold('--(a|)', { a: ++count }), {
    name: 'get',
    pollFrequency: 10,
  });
  return { store, get, get$: store.observe(get).data$ };
}

const numbers = { a: 1, b: 2, c: 3, d: 4 };
const signal = { f: false, t: true };

it('polls count from when a request was sent', () => {
  marbles((helpers) => {
    const { store, get, get$ } = setUp(helpers);
    const polled = live(store, get).subscribe();
    const expected = '--a---------b---------c----';
    helpers.expectObservable(get$, '^--------------------------!').toBe(expected, numbers);
    helpers.scheduler.schedule(() => polled.unsubscribe(), 26);
    helpers.scheduler.schedule(() => store.dispose(), 27);
  });
});

it('a poll that falls due while polls rest is made up for once', () => {
  marbles((helpers) => {
    const active$ = helpers.hot('--------f-----------------------t--------------', signal);
    const { store, get, get$ } = setUp(helpers, { active$ });
    live(store, get).subscribe();
    const expected = '           --a-------------------------------b---------c--';
    helpers
      .expectObservable(get$, '^----------------------------------------------!')
      .toBe(expected, numbers);
    helpers.scheduler.schedule(() => store.dispose(), 47);
  });
});

it('a poll that does not fall due while polls rest keeps its time', () => {
  marbles((helpers) => {
    const active$ = helpers.hot('---f--t-------------', signal);
    const { store, get, get$ } = setUp(helpers, { active$ });
    live(store, get).subscribe();
    const expected = '           --a---------b-------';
    helpers.expectObservable(get$, '^-------------------!').toBe(expected, numbers);
    helpers.scheduler.schedule(() => store.dispose(), 20);
  });
});
