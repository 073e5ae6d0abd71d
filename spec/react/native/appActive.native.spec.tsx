import { AppState } from 'react-native';
import { createStore, Endpoint } from 'streambed';
import { live } from 'streambed/live';
import { appActive } from 'streambed/react-native';
import { ManualClock } from '../../support/ManualClock.ts';
import { phone } from './support/phone.ts';

/** Lets the spec set the state of the phone. */
function stateOfApp(initial: string | null) {
  const listeners = new Set<(state: string) => void>();
  jest.spyOn(AppState, 'currentState', 'get').mockReturnValue(initial);
  jest.spyOn(AppState, 'addEventListener').mockImplementation((_type, listener) => {
    listeners.add(listener);
    return { remove: () => void listeners.delete(listener) };
  });
  return {
    listeners,
    becomes: (state: string): void => listeners.forEach((listener) => listener(state)),
  };
}

afterEach(() => jest.restoreAllMocks());

describe('appActive', () => {
  it('emits at once and on every change, and unsubscribes from AppState with its subscriber', async () => {
    const app = stateOfApp('active');
    const seen: boolean[] = [];
    const subscription = appActive().subscribe((isActive) => seen.push(isActive));
    for (const state of ['inactive', 'background', 'background', 'inactive', 'active']) {
      app.becomes(state);
    }
    expect(seen).toEqual([true, false, true]);
    subscription.unsubscribe();
    expect(app.listeners.size).toBe(0);
  });

  it.each([[null], ['unknown'], ['inactive']])('treats the start state %p as active', (state) => {
    stateOfApp(state);
    const seen: boolean[] = [];
    appActive()
      .subscribe((isActive) => seen.push(isActive))
      .unsubscribe();
    expect(seen).toEqual([true]);
  });

  it('pauses polling in the background, and fetches once when the app returns', async () => {
    const clock = new ManualClock();
    const store = createStore({ scheduler: clock, active$: appActive() });
    let requests = 0;
    const getPrice = new Endpoint(async () => ++requests, {
      name: 'getPrice',
      pollFrequency: 10_000,
    });
    const subscription = live(store, getPrice).subscribe();
    await settle();
    expect(requests).toBe(1);
    await phone.background();
    for (let n = 0; n < 6; n++) clock.advance(10_000);
    await settle();
    expect(requests).toBe(1);
    await phone.foreground();
    await settle();
    expect(requests).toBe(2);
    clock.advance(10_000);
    await settle();
    expect(requests).toBe(3);
    subscription.unsubscribe();
    store.dispose();
  });
});

const settle = (): Promise<void> => new Promise((next) => setImmediate(next));
