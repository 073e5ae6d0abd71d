import {
  type ComponentType,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { map } from 'rxjs';
import { createStore, Endpoint, Entity, type Store } from 'streambed';
import {
  StoreProvider,
  useCache,
  useDLE,
  useObservable,
  useQuery,
  useStore,
  useStream,
  useSuspense,
} from 'streambed/react';

const COMPONENTS = 50;
/** How long each component renders, ms: React yields in between. */
const SLOW = 1;

class Count extends Entity {
  id = '';
  value = 0;
  static override key = 'Count';
}

const getCount = new Endpoint(async ({ id }: { id: string }) => ({ id, value: 0 }), {
  name: 'getCount',
  schema: Count,
  lookup: true,
  dataExpiryLength: Infinity,
});
const args = { id: 'a' };

const values = new WeakMap<Store, ReturnType<typeof valueOf>>();
function valueOf(store: Store) {
  return store.query(Count, args).pipe(map((count) => count?.value ?? -1));
}
function valueFor(store: Store) {
  let value$ = values.get(store);
  if (!value$) values.set(store, (value$ = valueOf(store)));
  return value$;
}

/** Each hook returns the same number. */
const hooks = {
  useSuspense: () => useSuspense(getCount, args).value,
  useDLE: () => useDLE(getCount, args).data?.value,
  useCache: () => useCache(getCount, args)?.value,
  useQuery: () => useQuery(Count, args)?.value,
  useStream: () => useStream(valueFor(useStore())),
  useObservable: () => useObservable(valueFor(useStore())),
  /** An incorrect hook: it reads the value in the render. */
  useCareless: () => {
    const store = useStore();
    const [, again] = useState(0);
    useEffect(() => {
      const subscription = store.query(Count, args).subscribe(() => again((n) => n + 1));
      return () => subscription.unsubscribe();
    }, [store]);
    return store.get(Count, args)?.value;
  },
};

export type HookName = keyof typeof hooks;
export type Scenario = 'update' | 'mount' | 'transition' | 'deferred';

/**
 * `torn`: commits with different numbers. `isStale`: whether the last write was missing at the end.
 * `commits`: all commits.
 */
export interface Tears {
  readonly torn: number;
  readonly isStale: boolean;
  readonly commits: number;
}

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const numbers = (root: Element): Set<string | null> =>
  new Set([...root.querySelectorAll('b')].map(({ textContent }) => textContent));

/** Renders slow components, writes while React renders them, and checks every commit. */
export async function tear(hook: HookName, scenario: Scenario): Promise<Tears> {
  const store = createStore();
  store.setResponse(getCount, args, { id: 'a', value: 0 });
  const useValue = hooks[hook];
  const container = document.body.appendChild(document.createElement('div'));
  let commits = 0;
  let torn = 0;
  let show!: (shown: boolean) => void;
  let move!: (turn: number) => void;

  const SlowComponent = ({ turn }: { turn: number }) => {
    const value = useValue();
    busy(SLOW);
    return <b data-turn={turn}>{value}</b>;
  };
  const Readers = ({ turn }: { turn: number }) => {
    const shown = useDeferredValue(turn);
    const given = scenario === 'deferred' ? shown : turn;
    return Array.from({ length: COMPONENTS }, (_, at) => <SlowComponent key={at} turn={given} />);
  };
  const Watch: ComponentType<{ turn: number; shown: boolean }> = ({ turn, shown }) => {
    useLayoutEffect(() => {
      commits++;
      if (numbers(container).size > 1) torn++;
    });
    return shown ? <Readers turn={turn} /> : null;
  };
  const App = () => {
    const [shown, setShown] = useState(scenario !== 'mount');
    const [turn, setTurn] = useState(0);
    [show, move] = [setShown, setTurn];
    return <Watch shown={shown} turn={turn} />;
  };
  // Observes commits that render only the slow components.
  const observer = new MutationObserver(() => {
    commits++;
    if (numbers(container).size > 1) torn++;
  });
  observer.observe(container, { subtree: true, childList: true, characterData: true });

  const root = createRoot(container);
  root.render(
    <StoreProvider store={store}>
      <Suspense fallback="waiting">
        <App />
      </Suspense>
    </StoreProvider>,
  );
  const until = async (done: () => boolean): Promise<void> => {
    for (let frame = 0; frame < 600 && !done(); frame++) await nextFrame();
  };
  if (scenario !== 'mount') {
    await until(() => container.querySelectorAll('b').length === COMPONENTS);
  } else {
    await until(() => commits > 0);
  }

  const act = {
    update: () => {},
    mount: () => startTransition(() => show(true)),
    transition: () => startTransition(() => move(1)),
    deferred: () => move(1),
  };
  act[scenario]();
  // Writes while the slow components render.
  let value = 0;
  for (let write = 0; write < 3; write++) {
    await new Promise((next) => setTimeout(next, 8));
    value++;
    store.set(Count, { id: 'a', value });
  }
  const isDone = (): boolean =>
    [...container.querySelectorAll('b')].length === COMPONENTS &&
    numbers(container).has(String(value)) &&
    numbers(container).size === 1 &&
    (scenario === 'update' ||
      scenario === 'mount' ||
      container.querySelectorAll('[data-turn="1"]').length === COMPONENTS);
  await until(isDone);
  const isStale = !isDone();
  observer.disconnect();
  root.unmount();
  store.dispose();
  container.remove();
  return { torn, isStale, commits };
}

function nextFrame(): Promise<void> {
  return new Promise((next) => requestAnimationFrame(() => next()));
}
