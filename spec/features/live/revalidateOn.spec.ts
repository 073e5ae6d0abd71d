import { BehaviorSubject } from 'rxjs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { revalidateOn, type RevalidateOptions } from '../../../src/features/live/revalidateOn.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { pass } from '../../support/pass.ts';

/** A store with the plugin, one observed key that is always stale, and what was sent. */
function setUp(options: RevalidateOptions = {}) {
  const clock = new ManualClock();
  const visible$ = new BehaviorSubject(true);
  const online$ = new BehaviorSubject(true);
  const store = createStore({
    scheduler: clock,
    plugins: [revalidateOn({ visible$, online$, scheduler: clock, ...options })],
  });
  const sent: string[] = [];
  const get = new Endpoint(
    (id: string) => {
      sent.push(id);
      return id;
    },
    { name: 'get', dataExpiryLength: 0 },
  );
  store.observe(get, 'a').subscribe();
  clock.advance(1);
  sent.length = 0;
  return { store, clock, visible$, online$, sent, get };
}

/** Hides the page for a while. */
function leave(visible$: BehaviorSubject<boolean>, clock: ManualClock): void {
  visible$.next(false);
  clock.advance(1_000);
  visible$.next(true);
}

describe('revalidateOn', () => {
  it('fetches observed stale data once when the page becomes visible again', () => {
    const { store, clock, visible$, sent, get } = setUp();
    store.observe(get.extend({ dataExpiryLength: 100_000 }), 'valid').subscribe();
    store.setResponse(get, 'not observed', 'x');
    clock.advance(1);
    sent.length = 0;
    visible$.next(false);
    expect(sent).toEqual([]);
    visible$.next(true);
    expect(sent).toEqual(['a']);
  });

  it('fetches when the network is back', () => {
    const { online$, sent } = setUp();
    online$.next(false);
    expect(sent).toEqual([]);
    online$.next(true);
    expect(sent).toEqual(['a']);
  });

  it('fetches failed keys, also right after their failure', () => {
    const { store, clock, online$, sent, get } = setUp();
    const long = get.extend({ dataExpiryLength: 100_000, errorExpiryLength: 60_000 });
    for (const id of ['failed', 'valid']) store.observe(long, id).subscribe();
    online$.next(false);
    store.setError(long, 'failed', new TypeError('Failed to fetch'));
    clock.advance(500);
    sent.length = 0;
    online$.next(true);
    expect(sent).toEqual(['a', 'failed']);
    expect(store.getState(long, 'failed').error).toBeUndefined();
  });

  it('fetches nothing when it starts', () => {
    const { sent, clock } = setUp();
    pass(clock, 10_000);
    expect(sent).toEqual([]);
  });

  it('fetches nothing while the page is hidden, but when it is visible', () => {
    const { visible$, online$, sent } = setUp({ focus: false });
    visible$.next(false);
    online$.next(false);
    online$.next(true);
    expect(sent).toEqual([]);
    visible$.next(true);
    expect(sent).toEqual(['a']);
  });

  it('fetches nothing while offline, but when the network is back', () => {
    const { visible$, online$, sent } = setUp({ online: false });
    online$.next(false);
    visible$.next(false);
    visible$.next(true);
    expect(sent).toEqual([]);
    online$.next(true);
    expect(sent).toEqual(['a']);
  });

  it('reacts only to the events that are switched on', () => {
    const one = setUp({ focus: false });
    leave(one.visible$, one.clock);
    expect(one.sent).toEqual([]);
    const other = setUp({ online: false });
    other.online$.next(false);
    other.online$.next(true);
    expect(other.sent).toEqual([]);
  });

  it('fetches once for each event', () => {
    const { clock, visible$, online$, sent } = setUp({ online: false });
    leave(visible$, clock);
    pass(clock, 10_000);
    online$.next(false);
    online$.next(true);
    expect(sent).toEqual(['a']);
  });

  it('fetches at most once per throttle time: at once, and once at the end for all further events', () => {
    const { clock, visible$, sent } = setUp({ throttle: 5_000 });
    for (let i = 0; i < 4; i++) leave(visible$, clock);
    expect(sent).toEqual(['a']);
    pass(clock, 2_000);
    expect(sent).toEqual(['a', 'a']);
    pass(clock, 100_000);
    expect(sent).toEqual(['a', 'a']);
  });

  it('waits again if the page is hidden at the end of the throttle time', () => {
    const { clock, visible$, sent } = setUp({ throttle: 5_000 });
    leave(visible$, clock);
    leave(visible$, clock);
    visible$.next(false);
    pass(clock, 100_000);
    expect(sent).toEqual(['a']);
    visible$.next(true);
    expect(sent).toEqual(['a', 'a']);
  });

  it('fetches for every event without a throttle', () => {
    const { clock, visible$, sent } = setUp({ throttle: 0 });
    for (let i = 0; i < 3; i++) {
      leave(visible$, clock);
      clock.advance(1);
    }
    expect(sent).toEqual(['a', 'a', 'a']);
  });

  it('releases everything with the store', () => {
    const { store, clock, visible$, online$, sent } = setUp();
    leave(visible$, clock);
    leave(visible$, clock);
    store.dispose();
    expect([visible$.observed, online$.observed]).toEqual([false, false]);
    pass(clock, 100_000);
    expect(sent).toEqual(['a']);
  });

  it('does nothing without a page, as on a server', () => {
    const store = createStore({ plugins: [revalidateOn()] });
    expect(store.stats().timers).toBe(0);
    store.dispose();
  });

  it('rejects a throttle that is not a length of time', () => {
    expect(() => revalidateOn({ throttle: -1 })).toThrow(
      expect.objectContaining({ code: 'SB_OPTION_INVALID' }),
    );
  });
});
