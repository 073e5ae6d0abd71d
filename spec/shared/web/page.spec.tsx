import {
  networkOnline,
  pageActive,
  pageAlive,
  pageVisible,
} from '../../../src/shared/web/pageSignals.ts';
import { collect } from '../../support/collect.ts';

let visibility: DocumentVisibilityState = 'visible';
let online = true;

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

function connect(is: boolean): void {
  online = is;
  window.dispatchEvent(new Event(is ? 'online' : 'offline'));
}

beforeEach(() => {
  visibility = 'visible';
  online = true;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => jest.restoreAllMocks());

it('pageVisible emits at once whether the page is visible, then each change, once', () => {
  const seen = collect(pageVisible());
  show('hidden');
  show('hidden');
  show('visible');
  expect(seen.values).toEqual([true, false, true]);
  seen.stop();
  show('hidden');
  expect(seen.values).toHaveLength(3);
  expect(collect(pageVisible()).values).toEqual([false]);
});

it('networkOnline emits at once whether there is a network, then each change, once', () => {
  const seen = collect(networkOnline());
  connect(false);
  connect(false);
  connect(true);
  expect(seen.values).toEqual([true, false, true]);
  seen.stop();
  connect(false);
  expect(seen.values).toHaveLength(3);
});

it('pageActive is true while the page is visible and online', () => {
  const seen = collect(pageActive());
  show('hidden');
  connect(false);
  show('visible');
  connect(true);
  expect(seen.values).toEqual([true, false, true]);
});

it('pageAlive is false from when the page is left until it comes back', () => {
  const seen = collect(pageAlive());
  for (const type of ['pagehide', 'pageshow', 'pageshow', 'pagehide']) {
    window.dispatchEvent(new Event(type));
  }
  expect(seen.values).toEqual([true, false, true, false]);
  seen.stop();
  window.dispatchEvent(new Event('pageshow'));
  expect(seen.values).toHaveLength(4);
});

it('leaves no listener behind', () => {
  const targets = [document, window];
  const added = targets.map((target) => jest.spyOn(target, 'addEventListener'));
  const removed = targets.map((target) => jest.spyOn(target, 'removeEventListener'));
  for (const signal$ of [pageActive(), pageAlive()]) collect(signal$).stop();
  for (const [at, spy] of added.entries()) {
    expect(spy.mock.calls.length).toBeGreaterThan(0);
    expect(removed[at].mock.calls).toEqual(spy.mock.calls);
  }
});
