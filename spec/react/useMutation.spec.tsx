import { act } from '@testing-library/react';
import { type ReactElement, useEffect, useLayoutEffect } from 'react';
import { Endpoint } from 'streambed';
import { useCache, useLoading, useMutation } from 'streambed/react';
import { User } from './support/entities.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const getUser = new Endpoint(async ({ id }: { id: string }) => ({ id }), {
  name: 'getUser',
  schema: User,
  lookup: true,
});

/** A mutation whose calls the spec settles. */
function renameEndpoint() {
  const calls: { resolve: (answer: object) => void; reject: (error: Error) => void }[] = [];
  const rename = (_args: { id: string }, _name: string): Promise<object> =>
    new Promise((resolve, reject) => calls.push({ resolve, reject }));
  const endpoint = new Endpoint(rename, {
    name: 'rename',
    schema: User,
    sideEffect: true,
  });
  return { endpoint, calls };
}

describe.each(modes)('useMutation %s', (_, strict) => {
  async function renderRename() {
    const { store } = testStore();
    store.set(User, { id: '1', name: 'Ann' });
    const { endpoint, calls } = renameEndpoint();
    let mutate!: (args: { id: string }, name: string) => Promise<User>;
    let reset!: () => void;
    const mutates = new Set<unknown>();
    const Rename = (): ReactElement => {
      const [rename, state] = useMutation(endpoint);
      ({ reset } = state);
      mutate = rename;
      useEffect(() => void mutates.add(rename));
      const { data, loading, error } = state;
      const words = [data?.name, loading && 'loading', error?.message];
      const cached = useCache(getUser, { id: '1' })?.name;
      return (
        <b>
          {cached}: {words.filter(Boolean).join(', ') || 'idle'}
        </b>
      );
    };
    const screen = await renderAsync(<Rename />, { store, strict });
    const call = (name: string): Promise<User> => {
      let answer!: Promise<User>;
      act(() => {
        answer = mutate({ id: '1' }, name);
      });
      return answer;
    };
    return { ...screen, store, calls, call, mutates, reset: () => act(() => reset()) };
  }

  it('shows the state of the call and resolves with its response, which is in the cache by then', async () => {
    const { text, call, calls } = await renderRename();
    expect(text()).toBe('Ann: idle');
    const answer = call('Bo');
    expect(text()).toBe('Ann: loading');
    await act(async () => calls[0].resolve({ id: '1', name: 'Bo' }));
    expect(text()).toBe('Bo: Bo');
    await expect(answer).resolves.toBeInstanceOf(User);
  });

  it('rejects with the error, which need not be caught, and shows it until the next call', async () => {
    const { text, call, calls } = await renderRename();
    const answer = call('Bo');
    await act(async () => calls[0].reject(new Error('no')));
    expect(text()).toBe('Ann: no');
    await expect(answer).rejects.toThrow('no');
    void call('Cy');
    expect(text()).toBe('Ann: loading');
    await act(async () => calls[1].resolve({ id: '1', name: 'Cy' }));
  });

  it('shows the latest of several calls, in whatever order they settle', async () => {
    const { text, call, calls } = await renderRename();
    void call('Bo');
    void call('Cy');
    await act(async () => calls[1].resolve({ id: '1', name: 'Cy' }));
    await act(async () => calls[0].reject(new Error('no')));
    expect(text()).toBe('Cy: Cy');
  });

  it('clears its state on reset', async () => {
    const { text, call, calls, reset } = await renderRename();
    void call('Bo');
    reset();
    expect(text()).toBe('Ann: idle');
    await act(async () => calls[0].resolve({ id: '1', name: 'Bo' }));
    expect(text()).toBe('Bo: idle');
  });

  it('shows no outcome after the component has unmounted', async () => {
    const { unmount, call, calls, store } = await renderRename();
    void call('Bo');
    await unmount();
    await act(async () => calls[0].resolve({ id: '1', name: 'Bo' }));
    expect(store.get(User, { id: '1' })?.name).toBe('Bo');
  });

  it('returns the same function in every render', async () => {
    const { call, calls, mutates } = await renderRename();
    void call('Bo');
    await act(async () => calls[0].resolve({ id: '1', name: 'Bo' }));
    expect(mutates.size).toBe(1);
  });
});

describe.each(modes)('useLoading %s', (_, strict) => {
  async function renderSave(save: (text: string) => Promise<string>) {
    let wrapped!: (text: string) => Promise<string | undefined>;
    const Save = (): ReactElement => {
      const [run, loading, error] = useLoading(save, [save]);
      wrapped = run;
      return <b>{loading ? 'loading' : (error?.message ?? 'idle')}</b>;
    };
    const screen = await renderAsync(<Save />, { strict });
    const call = (text: string): Promise<string | undefined> => {
      let result!: Promise<string | undefined>;
      act(() => {
        result = wrapped(text);
      });
      return result;
    };
    return { ...screen, call };
  }

  it('shows that the call is pending, and resolves with the value of the function', async () => {
    let resolve!: (text: string) => void;
    const { text, call } = await renderSave(() => new Promise((done) => (resolve = done)));
    const result = call('a');
    expect(text()).toBe('loading');
    await act(async () => resolve('saved'));
    expect(text()).toBe('idle');
    await expect(result).resolves.toBe('saved');
  });

  it('shows an error until the next call, and resolves with undefined', async () => {
    const answers = [Promise.reject(new Error('no')), Promise.resolve('saved')];
    const { text, call } = await renderSave(() => answers.shift()!);
    let result!: Promise<string | undefined>;
    await act(async () => {
      result = call('a');
    });
    expect(text()).toBe('no');
    await expect(result).resolves.toBeUndefined();
    await act(async () => void call('b'));
    expect(text()).toBe('idle');
  });

  it('accepts functions that throw synchronously or return no promise', async () => {
    const { text, call } = await renderSave(() => {
      throw new Error('no');
    });
    await act(async () => void call('a'));
    expect(text()).toBe('no');
  });
});

describe.each(modes)(
  'a call that starts before its component has run its effects %s',
  (_, strict) => {
    /** Runs the call once, in its layout effect or in its effect. */
    function Child({ run, at }: { run: () => void; at: 'layout effect' | 'effect' }): null {
      const use = at === 'effect' ? useEffect : useLayoutEffect;
      use(run, [run]);
      return null;
    }

    function once(run: () => void): () => void {
      let hasRun = false;
      return () => {
        if (!hasRun) run();
        hasRun = true;
      };
    }

    it.each(['layout effect', 'effect'] as const)(
      'shows that it is in flight: useMutation, %s of a child',
      async (at) => {
        const { store } = testStore();
        const { endpoint, calls } = renameEndpoint();
        let latest!: () => void;
        const start = once(() => latest());
        const Rename = (): ReactElement => {
          const [rename, { loading, data }] = useMutation(endpoint);
          latest = () => void rename({ id: '1' }, 'Bo');
          return (
            <b>
              {loading ? 'loading' : (data?.name ?? 'idle')}
              <Child run={start} at={at} />
            </b>
          );
        };
        const { text } = await renderAsync(<Rename />, { store, strict });
        expect(text()).toBe('loading');
        await act(async () => calls[0].resolve({ id: '1', name: 'Bo' }));
        expect(text()).toBe('Bo');
      },
    );

    it('shows that it is in flight: useLoading, its own layout effect', async () => {
      let settle!: () => void;
      const wait = (): Promise<void> => new Promise((resolve) => (settle = resolve));
      let latest!: () => void;
      const start = once(() => latest());
      const Form = (): ReactElement => {
        const [run, loading] = useLoading(wait);
        latest = () => void run();
        useLayoutEffect(start, []);
        return <b>{loading ? 'loading' : 'idle'}</b>;
      };
      const { text } = await renderAsync(<Form />, { strict });
      expect(text()).toBe('loading');
      await act(async () => settle());
      expect(text()).toBe('idle');
    });
  },
);
