import { startTransition, Suspense, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore, Endpoint } from 'streambed';
import { AsyncBoundary, StoreProvider, useSuspense } from 'streambed/react';

const ROWS = 20;

const boundaries = {
  AsyncBoundary,
  Suspense,
};

export type BoundaryName = keyof typeof boundaries;
export type Occasion = 'on mount' | 'on another key' | 'on mount in a transition';

/**
 * Renders a list whose response takes `delay` ms. Resolves with the time from the response to the
 * rows on the screen, ms.
 */
export async function reveal(
  boundary: BoundaryName,
  occasion: Occasion,
  delay: number,
): Promise<number> {
  const Boundary = boundaries[boundary];
  let respondedAt = 0;
  const getRows = new Endpoint(
    (page: number) =>
      new Promise<string[]>((resolve) => {
        setTimeout(
          () => {
            respondedAt = performance.now();
            resolve(Array.from({ length: ROWS }, (_, at) => `row ${page}.${at}`));
          },
          page === 0 ? 0 : delay,
        );
      }),
    { name: 'getRows' },
  );
  const store = createStore();
  const container = document.body.appendChild(document.createElement('div'));
  let turn!: (page: number | undefined) => void;

  const Rows = ({ page }: { page: number }) =>
    useSuspense(getRows, page).map((row) => <li key={row}>{row}</li>);
  const App = () => {
    const [page, setPage] = useState<number | undefined>(
      occasion === 'on another key' ? 0 : undefined,
    );
    useLayoutEffect(() => {
      turn = setPage;
    }, []);
    if (page === undefined) return null;
    return (
      <Boundary fallback={<p>loading</p>}>
        <Rows page={page} />
      </Boundary>
    );
  };
  const root = createRoot(container);
  root.render(
    <StoreProvider store={store}>
      <App />
    </StoreProvider>,
  );
  const shows = (page: number): boolean => {
    const rows = [...container.querySelectorAll('li')].filter((row) => row.checkVisibility());
    return rows.length === ROWS && rows.every((row) => row.textContent.startsWith(`row ${page}.`));
  };
  const frame = (): Promise<number> => new Promise((next) => requestAnimationFrame(next));
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await frame();
  };
  await until(() => Boolean(turn) && (occasion !== 'on another key' || shows(0)));
  // Lets React finish the previous page, and its delay after the last fallback.
  await new Promise((next) => setTimeout(next, 350));

  if (occasion === 'on mount in a transition') startTransition(() => turn(1));
  else turn(1);
  await until(() => shows(1));
  const took = performance.now() - respondedAt;
  root.unmount();
  store.dispose();
  container.remove();
  return took;
}
