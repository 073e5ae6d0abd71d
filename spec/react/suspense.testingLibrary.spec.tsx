import { fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, Suspense, useState } from 'react';
import { createStore, Endpoint, type Store } from 'streambed';
import {
  AsyncBoundary,
  ErrorBoundary,
  StoreProvider,
  useStream,
  useSuspense,
} from 'streambed/react';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { visibleText } from './support/visibleText.ts';

// Specs as users write them: `render`, `findBy…`, `fireEvent`, and no `act`.

quietConsole();
jest.setTimeout(30_000);

let waiting: (() => void)[] = [];

/**
 * Sends delayed responses together: React 18 warns about one that comes between two waits of a
 * test.
 */
function respondLater(respond: () => void): void {
  waiting.push(respond);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    for (const one of due) one();
  }, 5);
}

/** When a response comes, counted from its request. */
const moments: Record<string, (respond: () => void) => void> = {
  'in the tick of the request': (respond) => queueMicrotask(respond),
  'in a later task': respondLater,
};

/** A server that returns names by id. An id fails as often as `failures` says. */
function names(moment: string, failures: Record<string, number> = {}) {
  const requests: string[] = [];
  const endpoint = new Endpoint(
    ({ id }: { id: string }) =>
      new Promise<string>((resolve, reject) => {
        requests.push(id);
        moments[moment](() => {
          if (failures[id]-- > 0) reject(new Error(`no ${id}`));
          else resolve(`name ${id}`);
        });
      }),
    { name: 'getName', errorExpiryLength: Infinity },
  );
  return { requests, endpoint };
}

type Names = ReturnType<typeof names>['endpoint'];

/** The hooks that suspend. */
const hooks: Record<string, (store: Store, endpoint: Names, id: string) => string> = {
  useSuspense: (_, endpoint, id) => useSuspense(endpoint, { id }),
  useStream: (store, endpoint, id) => useStream(store.observe(endpoint, { id }).data$),
};

/** The boundaries that applications use. */
const boundaries: Record<string, (props: { children: ReactNode }) => ReactElement> = {
  AsyncBoundary: ({ children }) => <AsyncBoundary fallback="loading">{children}</AsyncBoundary>,
  'Suspense of React': ({ children }) => (
    <ErrorBoundary>
      <Suspense fallback="loading">{children}</Suspense>
    </ErrorBoundary>
  ),
};

const retries = Object.keys(boundaries).flatMap((boundary) =>
  Object.keys(moments).map((moment) => [boundary, moment] as const),
);

const cases = Object.keys(boundaries).flatMap((boundary) =>
  Object.keys(hooks).flatMap((hook) =>
    Object.keys(moments).map((moment) => [hook, boundary, moment] as const),
  ),
);

describe.each(modes)('plain Testing Library %s', (_, strict) => {
  let store: Store;
  beforeEach(() => (store = createStore()));
  afterEach(() => store.dispose());

  function show(ui: ReactNode) {
    const provided = <StoreProvider store={store}>{ui}</StoreProvider>;
    const { container, unmount } = render(strict ? <StrictMode>{provided}</StrictMode> : provided);
    return { text: () => visibleText(container), unmount };
  }

  function Known({ of }: { of: Names }): ReactElement {
    return <b>{useSuspense(of, { id: '1' })}</b>;
  }

  it.each(retries)(
    'finds the data after a failure in %s, with a response %s, after a click on retry',
    async (boundary, moment) => {
      const Boundary = boundaries[boundary];
      const { endpoint, requests } = names(moment, { 1: 1 });
      const { text } = show(
        <Boundary>
          <Known of={endpoint} />
        </Boundary>,
      );
      const button = await screen.findByRole('button', { name: 'Try again' });
      expect(text()).toBe('no 1Try again');
      fireEvent.click(button);
      await screen.findByText('name 1');
      expect(text()).toBe('name 1');
      expect(requests).toEqual(['1', '1']);
    },
  );

  describe.each(cases)(
    'finds the data of %s in %s, with a response %s:',
    (hook, boundary, moment) => {
      const Boundary = boundaries[boundary];
      const useName = hooks[hook];
      function Name({ of, id }: { of: Names; id: string }): ReactElement {
        return <b>{useName(store, of, id)}</b>;
      }

      it('on mount, in two boundaries', async () => {
        const { endpoint, requests } = names(moment);
        const { text } = show(
          <>
            <Boundary>
              <Name of={endpoint} id="1" />
              <Name of={endpoint} id="2" />
            </Boundary>
            <Boundary>
              <Name of={endpoint} id="3" />
              <Name of={endpoint} id="1" />
            </Boundary>
          </>,
        );
        expect(text()).toBe('loadingloading');
        await screen.findByText('name 2');
        await screen.findByText('name 3');
        expect(text()).toBe('name 1name 2name 3name 1');
        expect(requests.sort()).toEqual(['1', '2', '3']);
      });

      it('after clicks, each of which reads another key', async () => {
        const { endpoint, requests } = names(moment);
        function Page(): ReactElement {
          const [id, setId] = useState(1);
          return (
            <>
              <button onClick={() => setId(id + 1)}>next</button>
              <Boundary>
                <Name of={endpoint} id={`${id}`} />
              </Boundary>
            </>
          );
        }
        const { text } = show(<Page />);
        await screen.findByText('name 1');
        fireEvent.click(screen.getByText('next'));
        expect(text()).toBe('nextloading');
        await screen.findByText('name 2');
        fireEvent.click(screen.getByText('next'));
        fireEvent.click(screen.getByText('next'));
        await screen.findByText('name 4');
        expect(text()).toBe('nextname 4');
        expect(new Set(requests)).toEqual(new Set(['1', '2', '3', '4']));
      });

      it('after events that render it again while it suspends', async () => {
        const { endpoint } = names(moment);
        function Page(): ReactElement {
          const [typed, setTyped] = useState('');
          return (
            <>
              <input
                title="text"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              <Boundary>
                <Name of={endpoint} id="1" />
                {typed}
              </Boundary>
              <Boundary>
                <Name of={endpoint} id={`of ${typed}`} />
              </Boundary>
            </>
          );
        }
        const { text } = show(<Page />);
        for (let length = 1; length <= 12; length++) {
          const value = 'twelve chars'.slice(0, length);
          fireEvent.change(screen.getByTitle('text'), { target: { value } });
        }
        await screen.findByText('name 1');
        await screen.findByText('name of twelve chars');
        expect(text()).toBe('name 1twelve charsname of twelve chars');
      });

      it('beside a component that unmounted while it suspended', async () => {
        const { endpoint } = names(moment);
        function Page(): ReactElement {
          const [isShown, setShown] = useState(true);
          return (
            <>
              <button onClick={() => setShown(false)}>close</button>
              <Boundary>
                {isShown && <Name of={endpoint} id="1" />}
                <Name of={endpoint} id="2" />
              </Boundary>
              {isShown && (
                <Boundary>
                  <Name of={endpoint} id="3" />
                </Boundary>
              )}
            </>
          );
        }
        const { text, unmount } = show(<Page />);
        fireEvent.click(screen.getByText('close'));
        await screen.findByText('name 2');
        expect(text()).toBe('closename 2');
        unmount();
        expect(document.body.textContent).toBe('');
      });

      it('and logs nothing about a component that unmounts while it suspends', async () => {
        const { endpoint, requests } = names(moment);
        const { unmount } = show(
          <Boundary>
            <Name of={endpoint} id="1" />
          </Boundary>,
        );
        unmount();
        const { text } = show(
          <Boundary>
            <Name of={endpoint} id="2" />
          </Boundary>,
        );
        await screen.findByText('name 2');
        expect(text()).toBe('name 2');
        expect(requests).toEqual(['1', '2']);
      });
    },
  );
});
