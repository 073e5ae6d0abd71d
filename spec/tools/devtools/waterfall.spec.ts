import type { RequestRecord } from '../../../src/tools/inspect/Recording.ts';
import { Redactor } from '../../../src/tools/devtools/redact.ts';
import { conflictsOf, overlapping } from '../../../src/tools/devtools/requests/conflicts.ts';
import {
  filterRequests,
  type RequestSort,
} from '../../../src/tools/devtools/requests/requestFilter.ts';
import {
  between,
  moved,
  positionOf,
  ticksOf,
  zoomed,
} from '../../../src/tools/devtools/requests/timeWindow.ts';
import {
  barsOf,
  durationOf,
  isAnyRunning,
  isInWindow,
  wholeWindow,
} from '../../../src/tools/devtools/requests/waterfall.ts';
import { live } from '../../../src/features/live/live.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { flush, inspectedStore } from '../inspect/support.ts';
import { ann, User } from '../../support/entities.ts';

const START = 1_000_000;

function bars(request: RequestRecord, now: number): string[] {
  return barsOf(request, now).map(
    ({ from, isRunning, state, to }) =>
      `${state} ${from - START}–${to - START}${isRunning ? '…' : ''}`,
  );
}

describe('the bars of a request', () => {
  it('show a read that is pending, then stored', () => {
    const { clock, getUser, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    clock.advance(40);
    expect(bars(recording.requests[0], clock.now())).toEqual(['pending 0–40…']);
    expect(durationOf(recording.requests[0], clock.now())).toBe(40);
    requests.last.answer(ann);
    clock.advance(60);
    expect(bars(recording.requests[0], clock.now())).toEqual(['stored 0–40']);
    expect(durationOf(recording.requests[0], clock.now())).toBe(40);
  });

  it('show each try, and the final failure', async () => {
    const { clock, recording, requests, store } = inspectedStore();
    const retry = { count: 1, delay: 50, when: () => true };
    const getUser = new Endpoint(requests.send, {
      name: 'getUser',
      schema: User,
      lookup: true,
      retry,
    });
    store.observe(getUser, { id: '1' }).subscribe();
    clock.advance(10);
    requests.last.fail(new Error('down'));
    // The pause is at most as long as its option.
    clock.advance(100);
    requests.last.fail(new Error('down'));
    await flush();
    const [first, second] = recording.requests[0].attempts.map((at) => at - START);
    expect(bars(recording.requests[0], clock.now())).toEqual([
      `retried ${first}–${second}`,
      `failed ${second}–110`,
    ]);
  });

  it('show a live source as open until it ends', () => {
    const { clock, recording, requests, store } = inspectedStore();
    const follow = new Endpoint(requests.send, {
      name: 'follow',
      schema: User,
      lookup: true,
      live: true,
    });
    const subscription = live(store, follow, { id: '1' }).subscribe();
    clock.advance(10);
    requests.last.push(ann);
    clock.advance(100);
    const [request] = recording.requests;
    expect(bars(request, clock.now())).toEqual(['stored 0–10', 'open 10–110…']);
    expect(isAnyRunning(recording.requests)).toBe(true);
    subscription.unsubscribe();
    requests.last.end();
    expect(isAnyRunning(recording.requests)).toBe(false);
  });

  it('are in the window of their time', () => {
    const { clock, getUser, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    clock.advance(100);
    requests.last.answer(ann);
    const [request] = recording.requests;
    const isIn = (from: number, to: number): boolean =>
      isInWindow(request, { from: START + from, to: START + to }, clock.now());
    expect([isIn(-50, -1), isIn(-50, 0), isIn(50, 60), isIn(100, 200), isIn(101, 200)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    const whole = wholeWindow(recording.requests, clock.now());
    expect([whole.from - START, whole.to - START]).toEqual([-5, 105]);
  });
});

describe('conflicts', () => {
  it('are requests that overlap a mutation, and those that are fetched in their place', async () => {
    const { getUser, recording, rename, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    void store.fetch(getUser, { id: '1' });
    const read = requests.last;
    void store.fetch(rename, { id: '1', name: 'Anna' });
    const mutation = requests.last;
    read.answer({ ...ann, name: 'Bo' });
    mutation.answer({ id: '1', name: 'Anna' });
    const byId = new Map(recording.requests.map((request) => [request.id, request]));
    expect(recording.requests.map(({ name, reason }) => `${name} ${reason.code}`)).toEqual([
      'getUser first',
      'getUser called',
      'rename mutation',
      'getUser conflict',
    ]);
    const names = recording.requests.map((request) =>
      overlapping(request, byId).map(({ id }) => id),
    );
    expect(names).toEqual([[], [3], [2], []]);
    const { replacedBy, replaces } = conflictsOf(recording.requests);
    expect(replaces.get(4)?.id).toBe(2);
    expect(replacedBy.get(2)?.id).toBe(4);
    expect(replaces.size + replacedBy.size).toBe(2);
    requests.last.answer(ann);
  });
});

describe('the time axis', () => {
  const whole = { from: 0, to: 10_000 };

  it('has marks at round times, measured from the first request', () => {
    const offsets = (from: number, to: number, count: number): number[] =>
      ticksOf({ from: from + START, to: to + START }, START, count).map(({ offset }) => offset);
    expect(offsets(-10, 1_000, 5)).toEqual([0, 500, 1_000]);
    expect(offsets(120, 340, 5)).toEqual([150, 200, 250, 300]);
    expect(offsets(0, 7, 4)).toEqual([0, 2, 4, 6]);
    expect(offsets(0, 600_000, 4)).toEqual([0, 300_000, 600_000]);
    expect(offsets(0, 864_000_000, 4)).toHaveLength(4);
  });

  it('zooms around a time, which stays where it is', () => {
    const next = zoomed(whole, 0.5, whole, 2_000);
    expect(next).toEqual({ from: 1_000, to: 6_000 });
    expect(positionOf(2_000, next)).toBe(positionOf(2_000, whole));
  });

  it('does not leave the whole, and shows at least 10 ms', () => {
    expect(zoomed({ from: 0, to: 1_000 }, 2, whole, 0)).toEqual({ from: 0, to: 2_000 });
    expect(zoomed({ from: 9_000, to: 10_000 }, 4, whole)).toEqual({ from: 6_000, to: 10_000 });
    expect(zoomed({ from: 0, to: 6_000 }, 2, whole)).toBe(whole);
    expect(zoomed({ from: 0, to: 10 }, 0.1, whole)).toEqual({ from: 0, to: 10 });
    expect(moved({ from: 1_000, to: 2_000 }, -2, whole)).toEqual({ from: 0, to: 1_000 });
    expect(between(5_000, 5_000, whole)).toEqual({ from: 4_995, to: 5_005 });
    expect(between(9_000, 4_000, whole)).toEqual({ from: 4_000, to: 9_000 });
  });
});

describe('the filter of requests', () => {
  it('finds requests by sort and by text', async () => {
    const { getUser, recording, rename, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.observe(getUser, { id: '2' }).subscribe();
    requests.last.fail(new Error('The server is down'));
    void store.fetch(getUser, { id: '1' });
    void store.fetch(rename, { id: '1', name: 'Anna' });
    await flush();
    const ids = (sort: RequestSort, text = ''): number[] =>
      filterRequests(recording.requests, { sort, text }, new Redactor()).map(({ id }) => id);
    expect(ids('all')).toEqual([1, 2, 3, 4]);
    expect(ids('reads')).toEqual([1, 2, 3]);
    expect(ids('mutations')).toEqual([4]);
    expect(ids('running')).toEqual([3, 4]);
    expect(ids('failed')).toEqual([2]);
    expect(ids('conflicts')).toEqual([3, 4]);
    expect(ids('all', 'server down')).toEqual([2]);
    expect(ids('all', 'getuser program called')).toEqual([3]);
  });
});
