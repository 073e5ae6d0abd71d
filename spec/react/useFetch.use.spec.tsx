import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import {
  type ReactElement,
  type ReactNode,
  StrictMode,
  startTransition,
  Suspense,
  use,
  useState,
} from 'react';
import { createStore, Endpoint, type Store } from 'streambed';
import { AsyncBoundary, ErrorBoundary, StoreProvider, useFetch } from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';

// Specs as users write them: `render`, `findBy…`.

quietConsole();

/** The boundaries that applications use. */
const boundaries: Record<string, (props: { children: ReactNode }) => ReactElement> = {
  AsyncBoundary: ({ children }) => <AsyncBoundary fallback="loading">{children}</AsyncBoundary>,
  'Suspense of React': ({ children }) => (
    <ErrorBoundary>
      <Suspense fallback="loading">{children}</Suspense>
    </ErrorBoundary>
  ),
};

/** The id 0 fails. Ids of two digits are there before React repeats a render that `use` suspended. */
const getName = new Endpoint(
  ({ id }: { id: string }) =>
    new Promise<string>((resolve, reject) => {
      const settle = () => (Number(id) > 0 ? resolve(`name ${id}`) : reject(new Error('no name')));
      if (id.length > 1) settle();
      else setTimeout(settle, 5);
    }),
  { name: 'getName' },
);

/** The components that may call `use`. */
const places: Record<string, (props: { id: string }) => ReactNode> = {
  'the component itself': Own,
  'a child': function Reader({ id }) {
    return <Child name={useFetch(getName, { id })} />;
  },
};

function Own({ id }: { id: string }): ReactElement {
  return <b>{use(useFetch(getName, { id }))}</b>;
}

function Child({ name }: { name: PromiseLike<string> }): ReactElement {
  return <b>{use(name)}</b>;
}

const cases = Object.keys(boundaries).flatMap((boundary) =>
  Object.keys(places).map((place) => [place, boundary] as const),
);

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

async function outsideOfAct(run: () => Promise<void>): Promise<void> {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  await run().finally(() => (environment.IS_REACT_ACT_ENVIRONMENT = true));
}

/** Readers of two keys. */
const pairs: Record<string, () => ReactNode> = {
  siblings: () => (
    <>
      <Own id="1" />
      <Own id="2" />
    </>
  ),
  'one component': function Pair() {
    const names = [useFetch(getName, { id: '1' }), useFetch(getName, { id: '2' })];
    return names.map((name) => <b key={use(name)}>{use(name)}</b>);
  },
  'one component, in turn': function Pair() {
    const first = use(useFetch(getName, { id: '1' }));
    const second = use(useFetch(getName, { id: '2' }));
    return [first, second].map((name) => <b key={name}>{name}</b>);
  },
  children: function Pair() {
    const names = [useFetch(getName, { id: '1' }), useFetch(getName, { id: '2' })];
    return names.map((name, at) => <Child key={at} name={name} />);
  },
};

const pairCases = Object.keys(boundaries).flatMap((boundary) =>
  Object.keys(pairs).map((pair) => [pair, boundary] as const),
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

  it.each(pairCases)(
    'shows two keys below one boundary, read by %s, in %s',
    async (pair, boundary) => {
      const [Pair, Boundary] = [pairs[pair], boundaries[boundary]];
      show(
        <Boundary>
          <Pair />
        </Boundary>,
      );
      expect(screen.getByText('loading')).toBeTruthy();
      expect(await screen.findByText('name 1')).toBeTruthy();
      expect(await screen.findByText('name 2')).toBeTruthy();
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

  const transitions = ['2', '0', '12', '00'].flatMap((id) =>
    Object.keys(places).map((place) => [id, place] as const),
  );
  it.each(transitions)('shows key %s after a transition, read in %s', async (next, place) => {
    const Reader = places[place];
    function Page(): ReactElement {
      const [id, setId] = useState('1');
      return (
        <>
          <button onClick={() => startTransition(() => setId(next))}>go</button>
          <Reader id={id} />
        </>
      );
    }
    show(
      <AsyncBoundary fallback="loading">
        <Page />
      </AsyncBoundary>,
    );
    await screen.findByText('name 1');
    // Only outside of `act` React repeats a render where it was suspended.
    await outsideOfAct(async () => {
      screen.getByText('go').click();
      const shown = Number(next) > 0 ? `name ${next}` : /no name/;
      expect(await screen.findByText(shown)).toBeTruthy();
    });
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
