import { JSDOM } from 'jsdom';
import { type ReactElement, type ReactNode, StrictMode, Suspense } from 'react';
import type { Root } from 'react-dom/client';
import { Endpoint, Entity } from 'streambed';
import { ErrorBoundary, StoreProvider, useSuspense } from 'streambed/react';
import { FakeRequests } from '../support/FakeRequests.ts';
import { runScenarios } from './runScenarios.ts';
import type { Bench, Scenario } from './Scenario.ts';

class User extends Entity {
  id = '';
  name = '';
  static override readonly key = 'User';
}

const requests = new FakeRequests();
const getUser = new Endpoint((id: string) => requests.send(id), {
  name: 'getUser',
  schema: User,
  lookup: true,
});
const search = getUser.extend({ name: 'search', cancel: true });

const offline = new Error('offline');

const user = (i: number) => ({ id: `u${i}`, name: `n${i}` });

function Name({
  id,
  typed = false,
}: {
  readonly id: string;
  readonly typed?: boolean;
}): ReactElement {
  return <b>{useSuspense(typed ? search : getUser, id).name}</b>;
}

interface Page {
  show(ui: ReactNode): void;
}

/** A page of its own; `show` returns after the render. */
async function pageOf({ store }: Bench): Promise<Page> {
  const { window } = new JSDOM('<div></div>');
  Object.assign(globalThis, { window, document: window.document });
  // These modules read the global page when they are loaded.
  const [{ flushSync }, { createRoot }] = await Promise.all([
    import('react-dom'),
    import('react-dom/client'),
  ]);
  const root: Root = createRoot(window.document.querySelector('div')!, {
    onUncaughtError: () => {},
    onCaughtError: () => {},
  });
  return {
    show: (ui) =>
      flushSync(() =>
        root.render(
          <StrictMode>
            <StoreProvider store={store}>
              <Suspense fallback="…">{ui}</Suspense>
            </StoreProvider>
          </StrictMode>,
        ),
      ),
  };
}

/** Waits for React's pending work, which takes a few turns. */
async function turns(count = 2): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

function scenario(
  title: string,
  cycle: (bench: Bench, page: Page, i: number) => void | Promise<void>,
): Scenario {
  return {
    title,
    start: (bench) => {
      const page = pageOf(bench);
      return async (i) => cycle(bench, await page, i);
    },
  };
}

void runScenarios([
  scenario('mount and unmount', async ({ store }, page, i) => {
    store.setResponse(getUser, `u${i}`, user(i));
    page.show(<Name id={`u${i}`} />);
    page.show(null);
    await turns(1);
  }),
  scenario('mount, wait, show and unmount', async (_bench, page, i) => {
    page.show(<Name id={`u${i}`} />);
    await turns();
    requests.sent.pop()!.answer(user(i));
    await turns();
    page.show(null);
  }),
  scenario('unmount before the value', async (_bench, page, i) => {
    page.show(<Name id={`u${i}`} />);
    await turns();
    page.show(null);
    requests.sent.pop()!.answer(user(i));
    await turns(1);
  }),
  scenario('fail with an error that is a constant', async ({ store }, page, i) => {
    store.setError(getUser, `u${i}`, offline);
    page.show(
      <ErrorBoundary>
        <Name id={`u${i}`} />
      </ErrorBoundary>,
    );
    page.show(null);
    await turns(1);
  }),
  scenario('suspend and never come back', async ({ clock }, page, i) => {
    page.show(<Name typed id={`u${i}`} />);
    await turns();
    page.show(null);
    requests.sent.length = 0;
    if (i % 100 === 0) clock.advance(30_000);
  }),
]);
