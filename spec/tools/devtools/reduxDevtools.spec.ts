import { reduxDevtools } from '../../../src/tools/devtools/redux/reduxDevtools.ts';
import type { ReduxDevtoolsOptions } from '../../../src/tools/devtools/redux/reduxDevtools.ts';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { FakeReduxExtension } from '../../support/FakeReduxExtension.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { ann, bob, cid, User } from '../../support/entities.ts';

function kit(options: ReduxDevtoolsOptions = {}) {
  const extension = new FakeReduxExtension();
  const clock = new ManualClock();
  const requests = new FakeRequests();
  Reflect.set(globalThis, '__REDUX_DEVTOOLS_EXTENSION__', extension);
  const store = createStore({
    scheduler: clock,
    plugins: [reduxDevtools({ scheduler: clock, ...options })],
  });
  const getUser = new Endpoint((p: { id: string; token?: string }) => requests.send(p), {
    name: 'getUser',
    schema: User,
    lookup: true,
  });
  const saveUser = new Endpoint((p: { id: string; name: string }) => requests.send(p), {
    name: 'saveUser',
    schema: User,
    sideEffect: true,
    getOptimisticResponse: (_snapshot, p) => p,
  });
  /** Lets the bridge send. */
  const send = (): void => clock.advance(200);
  const name = (): string | undefined => store.get(User, { id: '1' })?.name;
  return { clock, extension, getUser, name, requests, saveUser, send, store };
}

/** Three commits: Ann, Anna, Annika. */
function named(options?: ReduxDevtoolsOptions) {
  const all = kit(options);
  for (const name of ['Ann', 'Anna', 'Annika']) all.store.set(User, { ...ann, name });
  all.send();
  return all;
}

describe('reduxDevtools', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, '__REDUX_DEVTOOLS_EXTENSION__');
  });

  it('does nothing without the extension', () => {
    const clock = new ManualClock();
    const store = createStore({ plugins: [reduxDevtools({ scheduler: clock })] });
    store.set(User, ann);
    clock.advance(1_000);
    expect(store.stats().entities).toBe(1);
  });

  it('lists each commit with its action and a plain state: entities, keys with status, layers', () => {
    const { extension, getUser, requests, saveUser, send, store } = kit({ name: 'Shop' });
    expect(extension.options?.name).toBe('Shop');
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    store.fetch(saveUser, { id: '1', name: 'Anna' }).catch(() => {});
    expect(extension.listed).toHaveLength(1);
    send();
    expect(extension.types).toEqual(['@@INIT', 'setResponse getUser', 'optimistic saveUser']);
    expect(extension.listed[1].action).toMatchObject({
      args: [{ id: '1' }],
      commit: 1,
      emitted: ['getUser [{"id":"1"}]'],
    });
    const { streambed, ...state } = extension.stateAt(2);
    expect(streambed).toMatchObject({ version: 2, at: 1_000_000 });
    expect(state).toEqual({
      entities: { User: { '1': { ...ann, name: 'Anna' } } },
      keys: { 'getUser [{"id":"1"}]': { status: 'valid', result: '1', expiresAt: 1_060_000 } },
      layers: [{ name: 'saveUser', args: [{ id: '1', name: 'Anna' }], rows: ['User 1'] }],
    });
  });

  it('jumps to any listed action, and to the present with the last one', () => {
    const { extension, name, send, store } = named();
    extension.jumpTo(1);
    expect(name()).toBe('Ann');
    extension.jumpTo(0);
    expect(name()).toBeUndefined();
    store.set(User, { ...ann, name: 'late' });
    send();
    expect(name()).toBeUndefined();
    extension.jumpTo(4);
    expect(name()).toBe('late');
    store.set(User, { ...ann, name: 'later' });
    expect(name()).toBe('later');
  });

  it('begins again with the present on "commit", and with the earlier state on "rollback"', () => {
    const { extension, name } = named();
    extension.jumpTo(2);
    extension.press({ type: 'COMMIT' });
    expect(name()).toBe('Annika');
    expect(extension.types).toEqual(['@@INIT']);
    const other = named();
    other.extension.rollBack();
    expect(other.name()).toBeUndefined();
    expect(other.extension.types).toEqual(['@@INIT']);
    expect(other.extension.stateAt(0)).toMatchObject({ entities: {} });
    other.extension.press({ type: 'COMMIT' });
    expect(other.name()).toBe('Annika');
  });

  it('resets the store on "reset"', () => {
    const { extension, name, send } = named();
    extension.press({ type: 'RESET' });
    expect(name()).toBeUndefined();
    send();
    expect(extension.types).toEqual(['@@INIT']);
  });

  it('sends nothing while it is paused', () => {
    const { extension, send, store } = named();
    extension.pause(true);
    store.set(User, bob);
    send();
    extension.pause(false);
    store.set(User, cid);
    send();
    expect(extension.types.slice(4)).toEqual(['set User']);
    expect(extension.stateAt(4).entities.User).toMatchObject({ '1': {}, '2': bob, '3': cid });
  });

  it('shows the state of a file that is imported, and jumps within it', () => {
    const { file } = named().extension;
    const { extension, name } = kit();
    extension.import({ ...file, currentStateIndex: 2 });
    expect(name()).toBe('Anna');
    expect(extension.lifted).toMatchObject({ currentStateIndex: 2 });
    extension.press({ type: 'JUMP_TO_STATE' }, JSON.stringify(file.computedStates?.[1].state));
    expect(name()).toBe('Ann');
  });

  it('reports what it cannot do, and keeps the store as it is', () => {
    const { extension, name } = named();
    extension.press({ type: 'TOGGLE_ACTION' });
    extension.press({ type: 'LOCK_CHANGES', status: true });
    extension.press({ type: 'JUMP_TO_ACTION' }, '{"a":');
    extension.press({ type: 'JUMP_TO_ACTION' }, '{"streambed":{"version":1}}');
    extension.import({});
    extension.dispatch('reload()');
    extension.dispatch('{"type":"refetch","key":"none"}');
    extension.press({ type: 'SWEEP' });
    expect(extension.errors).toHaveLength(7);
    expect(extension.errors[0]).toContain('cannot be skipped');
    expect(extension.errors[5]).toContain('refetch, expire, invalidate');
    expect(extension.errors[6]).toContain('No key of the store: none');
    expect(name()).toBe('Annika');
  });

  it('runs commands that the user types', () => {
    const { extension, getUser, requests, store } = kit();
    store.observe(getUser, { id: '1' }).subscribe();
    requests.last.answer(ann);
    const { key } = store.observe(getUser, { id: '1' });
    extension.dispatch(JSON.stringify({ type: 'refetch', key }));
    expect(requests.count).toBe(2);
    requests.last.answer(ann);
    extension.dispatch(JSON.stringify({ type: 'expire', key }));
    expect(requests.count).toBe(3);
    expect(extension.errors).toEqual([]);
  });

  it('sends a storm of commits as one action, and few rows of a large table', () => {
    const { extension, send, store } = kit();
    for (let i = 0; i < 1_000; i++) store.set(User, { ...ann, id: String(i) });
    send();
    expect(extension.calls).toBe(2);
    expect(extension.types[1]).toBe('1,000 commits');
    const { User: users } = extension.stateAt(1).entities as Record<string, object>;
    expect(Object.keys(users)).toHaveLength(501);
    expect(Object.entries(users).at(-1)).toEqual(['…', '500 more']);
    extension.jumpTo(0);
    expect(store.get(User, { id: '1' })).toBeUndefined();
    extension.jumpTo(1);
    expect(store.get(User, { id: '999' })).toBeDefined();
  });

  it('hides secrets in actions and states', () => {
    const { extension, getUser, requests, send, store } = kit();
    store.observe(getUser, { id: '1', token: 'geheim' }).subscribe();
    requests.last.answer({ ...ann, email: 'Bearer geheim-und-lang' });
    send();
    expect(JSON.stringify(extension.listed)).not.toContain('geheim');
  });

  it('ends with the store', () => {
    const { clock, extension, store } = named();
    store.set(User, bob);
    store.dispose();
    clock.advance(1_000);
    expect(extension.isConnected).toBe(false);
    expect(extension.listed).toHaveLength(4);
  });
});
