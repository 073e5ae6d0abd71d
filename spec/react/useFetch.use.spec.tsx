import { act, cleanup, configure, render, renderHook, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, Suspense, use } from 'react';
import { createStore, Endpoint, type Store } from 'streambed';
import { AsyncBoundary, ErrorBoundary, StoreProvider, useFetch } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';

// Specs as users write them: `render`, `findBy…`.

quietConsole();
// React shows a retry after 300 ms, later on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

/** The boundaries that applications use. */
const boundaries: Record<string, (props: { children: ReactNode }) => ReactElement> = {
  AsyncBoundary: ({ children }) => <AsyncBoundary fallback="loading">{children}</AsyncBoundary>,
  'Suspense of React': ({ children }) => (
    <ErrorBoundary>
      <Suspense fallback="loading">{children}</Suspense>
    </ErrorBoundary>
  ),
};

const getName = new Endpoint(
  ({ id }: { id: string }) =>
    new Promise<string>((resolve, reject) => {
      setTimeout(() => (id === '0' ? reject(new Error('no name')) : resolve(`name ${id}`)), 5);
    }),
  { name: 'getName' },
);

/** The components that may call `use`. */
const places: Record<string, (props: { id: string }) => ReactNode> = {
  'the component itself': function Reader({ id }) {
    return <b>{use(useFetch(getName, { id }))}</b>;
  },
  'a child': function Reader({ id }) {
    return <Child name={useFetch(getName, { id })} />;
  },
};

function Child({ name }: { name: PromiseLike<string> }): ReactElement {
  return <b>{use(name)}</b>;
}

const cases = Object.keys(boundaries).flatMap((boundary) =>
  Object.keys(places).map((place) => [place, boundary] as const),
);

describe.each(modes)('use(useFetch()) in plain Testing Library %s', (_, strict) => {
  let store: Store;
  beforeEach(() => (store = createStore()));
  afterEach(() => {
    // Runs effects that are still due.
    cleanup();
    store.dispose();
  });

  function show(ui: ReactNode): void {
    const provided = <StoreProvider store={store}>{ui}</StoreProvider>;
    render(strict ? <StrictMode>{provided}</StrictMode> : provided);
  }

  it.each(cases)(
    'shows the data after the fallback, read in %s, in %s',
    async (place, boundary) => {
      const [Reader, Boundary] = [places[place], boundaries[boundary]];
      show(
        <Boundary>
          <Reader id="1" />
        </Boundary>,
      );
      expect(screen.getByText('loading')).toBeTruthy();
      expect(await screen.findByText('name 1')).toBeTruthy();
    },
  );

  it.each(Object.keys(boundaries))('shows an error in %s', async (boundary) => {
    const [Reader, Boundary] = [places['the component itself'], boundaries[boundary]];
    show(
      <Boundary>
        <Reader id="0" />
      </Boundary>,
    );
    expect(await screen.findByText(/no name/)).toBeTruthy();
  });

  it('settles for await and then, as a promise does', async () => {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <StoreProvider store={store}>{children}</StoreProvider>
    );
    const { result } = renderHook(() => useFetch(getName, { id: '2' }), { wrapper });
    const given = result.current;
    const same = (value: unknown): unknown => value;
    // In `act`, because the component renders again.
    const values = await act(async () => [await given, await given.then(same, same)]);
    expect(values).toEqual(['name 2', 'name 2']);
  });
});
