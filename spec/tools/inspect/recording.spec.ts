import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { live } from '../../../src/features/live/live.ts';
import type { RequestRecord } from '../../../src/tools/inspect/Recording.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';
import { flush, inspectedStore } from './support.ts';

function codes(requests: readonly RequestRecord[]): string[] {
  return requests.map(({ name, reason }) => `${name} ${reason.code}`);
}

describe('a recording of commits', () => {
  it('has the actions, the changes and the snapshot of each commit', () => {
    const { recording, store } = inspectedStore();
    store.set(User, ann);
    store.batch(() => {
      store.set(User, bob);
      store.set(User, { id: '1', name: 'Anna' });
    });
    const [first, second] = recording.commits;
    expect([first.version, second.version]).toEqual([1, 2]);
    expect(second.actions.map(({ type }) => type)).toEqual(['set', 'set']);
    expect(second.changes.changeCount('User')).toBe(2);
    expect(first.snapshot.entities.get('User', '2')).toBeUndefined();
    expect(second.snapshot.entities.get('User', '2')).toMatchObject({ name: 'Bob' });
  });

  it('names the streams that emit because of a commit, in the same task', async () => {
    const { getUser, getUsers, recording, requests, store } = inspectedStore();
    const one = store.observe(getUser, { id: '1' });
    one.subscribe();
    requests.last.answer(ann);
    store.observe(getUsers).subscribe();
    requests.last.answer([bob]);
    store.query(User, { id: '1' }).subscribe();
    store.set(User, { id: '1', name: 'Anna' });
    const { emitted } = recording.commits.at(-1)!;
    expect(emitted).toEqual([one.key, 'query User [{"id":"1"}]']);
    await flush();
    store.observe(getUser, { id: '2' }).subscribe();
    expect(recording.commits.at(-1)!.emitted).toHaveLength(2);
  });

  it('names the requests that a commit starts', () => {
    const { getUser, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.expireAll(getUser);
    expect(recording.commits.at(-1)!.requests).toEqual([2]);
  });

  it('keeps the last commits and requests only, and begins with the state before them', () => {
    const { inspector, store } = inspectedStore();
    const recording = inspector.record({ limit: 3 });
    for (let i = 1; i <= 10; i++) store.set(User, { id: `${i}`, name: 'Ann' });
    expect(recording.commits.map(({ version }) => version)).toEqual([8, 9, 10]);
    expect(recording.start.version).toBe(7);
    expect(recording.start.entities.size('User')).toBe(7);
  });

  it('records nothing while it is paused or after it was stopped', () => {
    const { recording, store } = inspectedStore();
    let changes = 0;
    let isComplete = false;
    recording.changed$.subscribe({ next: () => changes++, complete: () => (isComplete = true) });
    recording.pause();
    store.set(User, ann);
    expect(recording.isPaused).toBe(true);
    recording.resume();
    store.set(User, bob);
    recording.stop();
    store.set(User, cid);
    expect(recording.commits.map(({ version }) => version)).toEqual([2]);
    expect(changes).toBe(3);
    expect(isComplete).toBe(true);
  });

  it('keeps the requests in flight when it is cleared, and reports their outcome', async () => {
    const { getUser, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.observe(getUser, { id: '2' }).subscribe();
    await flush();
    recording.clear();
    expect(recording.requests.map(({ outcome }) => outcome)).toEqual(['pending']);
    requests.last.answer(bob);
    await flush();
    expect(recording.requests.map(({ outcome }) => outcome)).toEqual(['stored']);
  });

  it('begins anew when it is cleared', () => {
    const { recording, store } = inspectedStore();
    store.set(User, ann);
    recording.clear();
    expect(recording.commits).toEqual([]);
    expect(recording.start.entities.size('User')).toBe(1);
    store.set(User, bob);
    expect(recording.commits).toHaveLength(1);
  });

  it('has no changes of a reset, as its commit', async () => {
    const { recording, store } = inspectedStore();
    store.set(User, ann);
    await store.reset();
    const { actions, changes, snapshot } = recording.commits.at(-1)!;
    expect(actions[0].type).toBe('reset');
    expect(changes.isEmpty).toBe(true);
    expect(snapshot.entities.size('User')).toBe(0);
  });
});

describe('a recording of requests', () => {
  it('says why each was sent', async () => {
    const { clock, getUser, recording, requests, rename, store } = inspectedStore();
    const subscribe = (): void => store.observe(getUser, { id: '1' }).subscribe().unsubscribe();
    subscribe();
    requests.last.answer(ann);
    clock.advance(2_000);
    subscribe();
    requests.last.answer(ann);
    store.expireAll(getUser);
    subscribe();
    requests.last.answer(ann);
    store.invalidate(getUser, { id: '1' });
    subscribe();
    requests.last.fail(new Error('down'));
    clock.advance(200);
    subscribe();
    requests.last.answer(ann);
    void store.fetch(getUser, { id: '1' });
    requests.last.answer(ann);
    void store.fetch(rename, ann);
    requests.last.answer(ann);
    await flush();
    expect(codes(recording.requests)).toEqual([
      'getUser first',
      'getUser stale',
      'getUser expired',
      'getUser invalidated',
      'getUser failed',
      'getUser called',
      'rename mutation',
    ]);
  });

  it('says which function or operator caused it', () => {
    const { getUser, recording, requests, store } = inspectedStore();
    function showAnn(): void {
      store.observe(getUser, { id: '1' }).subscribe();
    }
    showAnn();
    requests.last.answer(ann);
    const { by, text } = recording.requests[0].reason;
    expect(by).toMatch(/^showAnn \(recording\.spec\.ts:\d+\)$/);
    expect(text).toBe(`The key had no data. Requested by ${by}.`);
  });

  it('reports conflicts, and the requests that overlapped', () => {
    const { getUser, recording, rename, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    void store.fetch(getUser, { id: '1' });
    void store.fetch(rename, { ...ann, name: 'Anna' });
    requests.at(2).answer({ ...ann, name: 'Anna' });
    requests.at(1).answer(ann);
    expect(codes(recording.requests)).toEqual([
      'getUser first',
      'getUser called',
      'rename mutation',
      'getUser conflict',
    ]);
    expect(recording.requests.map(({ overlaps }) => overlaps)).toEqual([[], [3], [2], []]);
  });

  it('reports that data lacks an entity that was removed', () => {
    const { getUser, recording, removeUser, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.setResponse(removeUser, { id: '1' }, { id: '1' });
    expect(codes(recording.requests).at(-1)).toBe('getUser lost');
  });

  it('has all tries of a request, and its outcome', async () => {
    const { clock, getUser, recording, requests, store } = inspectedStore({ retry: 2 });
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.fail(Object.assign(new Error('down'), { status: 503 }));
    clock.advance(1_000);
    requests.last.answer(ann);
    await flush();
    const [request] = recording.requests;
    expect(request.attempts).toHaveLength(2);
    expect(request).toMatchObject({ outcome: 'stored', error: undefined });
    expect(request.settledAt).toBe(clock.now());
  });

  it('has failures, aborts, and responses that a later write replaced', async () => {
    const { getUser, recording, requests, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.fail(new Error('down'));
    const controller = new AbortController();
    const aborted = store.fetch(getUser.extend({ signal: controller.signal }), { id: '2' });
    controller.abort();
    await expect(aborted).rejects.toThrow('abort');
    void store.fetch(getUser, { id: '3' });
    store.invalidate(getUser, { id: '3' });
    requests.at(2).answer(cid);
    await flush();
    expect(recording.requests.map(({ outcome }) => outcome)).toEqual([
      'failed',
      'aborted',
      'discarded',
    ]);
    expect(recording.requests[0].error?.message).toBe('down');
  });

  it('shows live sources as open until they end', () => {
    const { recording, requests, store } = inspectedStore();
    const follow = new Endpoint(requests.send, {
      name: 'follow',
      schema: User,
      lookup: true,
      live: true,
    });
    const subscription = live(store, follow, { id: '1' }).subscribe();
    requests.last.push(ann);
    expect(recording.requests[0].outcome).toBe('open');
    requests.last.push({ ...ann, name: 'Anna' });
    subscription.unsubscribe();
    requests.last.end();
    expect(recording.requests[0].outcome).toBe('stored');
  });

  it('knows polls', () => {
    const { clock, recording, requests, store } = inspectedStore();
    const poll = new Endpoint(requests.send, {
      name: 'poll',
      schema: User,
      lookup: true,
      pollFrequency: 500,
    });
    live(store, poll, { id: '1' }).subscribe();
    requests.last.answer(ann);
    clock.advance(500);
    expect(codes(recording.requests)).toEqual(['poll first', 'poll poll']);
  });
});

describe('recording.originOf', () => {
  it('finds the commit that changed an entity, and the request that brought the change', () => {
    const { getUser, recording, requests, rename, store } = inspectedStore();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    expect(recording.originOf('User', '1')).toMatchObject({
      commit: { version: 1 },
      request: { name: 'getUser' },
    });
    void store.fetch(rename, ann);
    requests.last.answer({ ...ann, name: 'Anna' });
    expect(recording.originOf('User', '1')?.request?.name).toBe('rename');
    store.set(User, { id: '1', name: 'Annika' });
    expect(recording.originOf('User', '1')).toMatchObject({
      commit: { actions: [{ type: 'set' }] },
      request: undefined,
    });
    expect(recording.originOf('User', '2')).toBeUndefined();
  });
});
