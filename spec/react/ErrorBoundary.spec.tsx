import { act } from '@testing-library/react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Store } from 'streambed';
import { ErrorBoundary, StoreProvider, useSuspense } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';

quietConsole();

const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

/** A child that throws after `break(thrown)`, until `mend()`. */
function breakable(): { Child: () => ReactNode; break(thrown: unknown): void; mend(): void } {
  let state: { readonly thrown: unknown } | undefined;
  return {
    Child: () => {
      if (state) throw state.thrown;
      return 'fine';
    },
    break: (thrown) => (state = { thrown }),
    mend: () => (state = undefined),
  };
}

describe.each(modes)('ErrorBoundary %s', (_, strict) => {
  it('shows its children while no child throws', async () => {
    const { Child } = breakable();
    const { text } = await renderAsync(
      <ErrorBoundary>
        <Child />
      </ErrorBoundary>,
      { strict },
    );
    expect(text()).toBe('fine');
  });

  it('shows the text of the error and a button to retry', async () => {
    const child = breakable();
    child.break(new Error('broken'));
    const { getByRole, text } = await renderAsync(
      <ErrorBoundary>
        <child.Child />
      </ErrorBoundary>,
      { strict },
    );
    expect(getByRole('alert').textContent).toBe('brokenTry again');
    await click(getByRole('button'));
    expect(getByRole('alert').textContent).toBe('brokenTry again');
    child.mend();
    await click(getByRole('button'));
    expect(text()).toBe('fine');
  });

  it('passes the error, the reset and the class name to the fallback', async () => {
    const child = breakable();
    const error = new Error('broken');
    child.break(error);
    const { getByRole } = await renderAsync(
      <ErrorBoundary
        className="sad"
        fallbackComponent={({ error: shown, resetErrorBoundary, className }) => (
          <button className={className} onClick={resetErrorBoundary}>
            {String(shown === error)}
          </button>
        )}
      >
        <child.Child />
      </ErrorBoundary>,
      { strict },
    );
    expect(getByRole('button').className).toBe('sad');
    expect(getByRole('button').textContent).toBe('true');
  });

  it.each([[undefined], [null], [0], [''], ['a text']])(
    'shows its fallback for a thrown %p too',
    async (thrown) => {
      const child = breakable();
      child.break(thrown);
      const { getByRole, text } = await renderAsync(
        <ErrorBoundary>
          <child.Child />
        </ErrorBoundary>,
        { strict },
      );
      expect(getByRole('alert').textContent).toContain('Try again');
      child.mend();
      await click(getByRole('button'));
      expect(text()).toBe('fine');
    },
  );

  it('resets through `listen` until it unmounts', async () => {
    const child = breakable();
    child.break(new Error('broken'));
    const resets = new Set<() => void>();
    const { text, unmount } = await renderAsync(
      <ErrorBoundary
        listen={(reset) => {
          resets.add(reset);
          return () => resets.delete(reset);
        }}
      >
        <child.Child />
      </ErrorBoundary>,
      { strict },
    );
    expect(text()).toContain('broken');
    child.mend();
    await act(async () => resets.forEach((reset) => reset()));
    expect(text()).toBe('fine');
    await unmount();
    expect(resets.size).toBe(0);
  });

  it('unsubscribes from the old source when `listen` changes or is removed', async () => {
    const child = breakable();
    const error = new Error('broken');
    const sources = [new Set<() => void>(), new Set<() => void>()];
    const listens = sources.map((resets) => (reset: () => void) => {
      resets.add(reset);
      return () => resets.delete(reset);
    });
    const screenWith = (listen?: (reset: () => void) => () => void): ReactNode => (
      <ErrorBoundary {...(listen && { listen })}>
        <child.Child />
      </ErrorBoundary>
    );
    child.break(error);
    const { text, rerender, unmount } = await renderAsync(screenWith(), { strict });
    expect(text()).toContain('broken');
    for (const [at, listen] of listens.entries()) {
      await rerender(screenWith(listen));
      expect(sources.map(({ size }) => size)).toEqual(at === 0 ? [1, 0] : [0, 1]);
    }
    child.mend();
    await act(async () => sources[1].forEach((reset) => reset()));
    expect(text()).toBe('fine');
    await rerender(screenWith());
    expect(sources.map(({ size }) => size)).toEqual([0, 0]);
    await unmount();
  });

  it('calls `listen` once while it is the same function', async () => {
    const child = breakable();
    let calls = 0;
    const listen = () => {
      calls++;
      return () => {};
    };
    const screenOf = () => (
      <ErrorBoundary listen={listen}>
        <child.Child />
      </ErrorBoundary>
    );
    const { rerender } = await renderAsync(screenOf(), { strict });
    const mounted = calls;
    await rerender(screenOf());
    expect(calls).toBe(mounted);
  });

  it('ignores a reset without an error', async () => {
    const child = breakable();
    let resetIt!: () => void;
    const { text } = await renderAsync(
      <ErrorBoundary
        listen={(reset) => {
          resetIt = reset;
          return () => {};
        }}
      >
        <child.Child />
      </ErrorBoundary>,
      { strict },
    );
    await act(async () => resetIt());
    expect(text()).toBe('fine');
  });

  it('does not catch errors outside of it, nor those of event handlers', async () => {
    function Handler(): ReactNode {
      const [clicks, setClicks] = useState(0);
      return <button onClick={() => setClicks(clicks + 1)}>{clicks}</button>;
    }
    const { getByRole, text } = await renderAsync(
      <ErrorBoundary>
        <Handler />
      </ErrorBoundary>,
      { strict },
    );
    await click(getByRole('button'));
    expect(text()).toBe('1');
  });

  it('refetches every key that failed with the same error, in one click', async () => {
    const { store } = testStore();
    const offline = new Error('offline');
    const [one, two] = [remoteList('one'), remoteList('two')];
    function Both(): ReactNode {
      return `${useSuspense(one.endpoint)} ${useSuspense(two.endpoint)}`;
    }
    store.setError(one.endpoint, offline);
    store.setError(two.endpoint, offline);
    function Peek(): ReactNode {
      return useSuspense(two.endpoint);
    }
    const { getAllByRole, text } = await renderAsync(
      <>
        <ErrorBoundary>
          <Suspense fallback="waiting">
            <Both />
          </Suspense>
        </ErrorBoundary>
        <ErrorBoundary>
          <Peek />
        </ErrorBoundary>
      </>,
      { store, strict },
    );
    await click(getAllByRole('button')[0]);
    expect(text()).toMatch(/^waiting/);
    expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
    await one.last.answer('1');
    await two.last.answer('2');
    expect(text()).toContain('1 2');
  });

  it('refetches no key that failed with the same error and has recovered', async () => {
    const { store } = testStore();
    const offline = new Error('offline');
    const [one, two] = [remoteList('one'), remoteList('two')];
    const Shown = ({ of }: { of: typeof one }): ReactNode => useSuspense(of.endpoint);
    const page = (of: typeof one): ReactNode => (
      <ErrorBoundary key={of.endpoint.name}>
        <Suspense fallback="waiting">
          <Shown of={of} />
        </Suspense>
      </ErrorBoundary>
    );
    const { getByRole, rerender, text } = await renderAsync(page(one), { store, strict });
    await one.last.fail(offline);
    await click(getByRole('button'));
    await one.last.answer('1');
    expect(text()).toBe('1');
    await rerender(page(two));
    await two.last.fail(offline);
    await click(getByRole('button'));
    await two.last.answer('2');
    expect(text()).toBe('2');
    expect([one.requests.length, two.requests.length]).toEqual([2, 2]);
  });

  it('renders its children with the store that replaced a disposed one', async () => {
    const list = remoteList('list');
    const Shown = (): ReactNode => useSuspense(list.endpoint);
    const page = (store: Store): ReactNode => (
      <StoreProvider store={store}>
        <ErrorBoundary>
          <Suspense fallback="waiting">
            <Shown />
          </Suspense>
        </ErrorBoundary>
      </StoreProvider>
    );
    const [first, second] = [testStore().store, testStore().store];
    const { getByRole, rerender, text } = await renderAsync(page(first), { strict });
    await list.last.fail(new Error('session expired'));
    await rerender(page(second));
    first.dispose();
    await click(getByRole('button'));
    expect(text()).toBe('waiting');
    await list.last.answer('shown');
    expect(text()).toBe('shown');
    expect(list.requests).toHaveLength(2);
  });
});
