import { act, fireEvent, renderAsync, screen } from '@testing-library/react-native';
import { AppState } from 'react-native';
import { VirtualTimeScheduler } from 'rxjs';
import { createStore } from 'streambed';
import * as react from 'streambed/react';
import * as native from 'streambed/react-native';
import { App, makeServer } from './App';

let complaints = [];
beforeEach(() => {
  complaints = [];
  jest.spyOn(console, 'error').mockImplementation((...parts) => complaints.push(parts.join(' ')));
  jest.spyOn(console, 'warn').mockImplementation((...parts) => complaints.push(parts.join(' ')));
});
afterEach(() => jest.restoreAllMocks());

/** Virtual time. */
function timeOfSpec() {
  const scheduler = new VirtualTimeScheduler();
  scheduler.frame = 1_000_000;
  scheduler.now = () => scheduler.frame;
  const pass = (ms) =>
    act(async () => {
      scheduler.maxFrames = scheduler.frame + ms;
      scheduler.flush();
      scheduler.frame = scheduler.maxFrames;
    });
  return { scheduler, pass };
}

/** The app, on a phone that can send it to the background and back. */
async function start(answer = (requests) => requests.length) {
  const states = new Set();
  jest.spyOn(AppState, 'addEventListener').mockImplementation((_type, listener) => {
    states.add(listener);
    return { remove: () => states.delete(listener) };
  });
  const phone = (state) => act(async () => states.forEach((listener) => listener(state)));
  const { scheduler, pass } = timeOfSpec();
  const requests = [];
  const server = makeServer((of) => {
    requests.push(of);
    return answer(requests);
  });
  const store = createStore({ scheduler });
  await renderAsync(<App store={store} server={server} />);
  requests.length = 0;
  return {
    requests,
    states,
    phone,
    pass,
    press: (label) => act(async () => fireEvent.press(screen.getByText(label, { hidden: true }))),
  };
}

const byName = (a, b) => a.localeCompare(b);

it('the package resolves to the native entry in React Native', () => {
  expect(react.appActive).toBe(native.appActive);
  expect(react.StoreProvider).toBe(native.StoreProvider);
  expect(Object.keys(react).sort()).toEqual(Object.keys(native).sort());
});

it('a screen that gains focus refetches stale data, with its current arguments', async () => {
  const { requests, pass, press } = await start();
  await press('show b');
  await press('leave');
  await pass(5_000);
  await press('return');
  expect(requests).toEqual(['b']);
  await press('leave');
  await pass(60_000);
  await press('return');
  expect(requests).toEqual(['b', 'b']);
  expect(screen.getByText('b: 2')).toBeTruthy();
  expect(complaints).toEqual([]);
});

it('visible components refetch stale data when the app returns to the foreground', async () => {
  const { requests, pass, phone, press } = await start();
  await phone('background');
  await pass(60_000);
  await phone('active');
  expect([...requests].sort(byName)).toEqual(['a', 'header']);
  await press('leave');
  await phone('background');
  await pass(60_000);
  await phone('active');
  expect([...requests].sort(byName)).toEqual(['a', 'header', 'header']);
  expect(complaints).toEqual([]);
});

it('an app that was only covered does not refetch', async () => {
  const { requests, pass, phone } = await start();
  await phone('inactive');
  await pass(60_000);
  await phone('active');
  expect(requests).toEqual([]);
});

it('native components show an error, and their button retries', async () => {
  let isBroken = true;
  const { press } = await start((requests) => {
    if (isBroken && requests.at(-1) === 'a') throw new Error('no network');
    return requests.at(-1);
  });
  expect(screen.getByText('no network')).toBeTruthy();
  isBroken = false;
  await press('Try again');
  expect(screen.getByText('a: a')).toBeTruthy();
  expect(complaints.filter((text) => /Text strings|Invalid hook|not wrapped/.test(text))).toEqual(
    [],
  );
});

it('the app has no subscription to AppState when no component is mounted', async () => {
  const { states } = await start();
  expect(states.size).toBe(1);
  await screen.unmountAsync();
  expect(states.size).toBe(0);
});
