import { useNavigation } from '@react-navigation/native';
import { act } from '@testing-library/react';
import { type ReactElement, Suspense, useState } from 'react';
import { Endpoint, type ReadEndpoint } from 'streambed';
import {
  FocusScope,
  StoreProvider,
  useDLE,
  useFetch,
  useLive,
  useSuspense,
} from 'streambed/react-native';
import { modes } from '../support/modes.ts';
import { quietConsole } from '../support/quietConsole.ts';
import { renderAsync } from '../support/renderAsync.tsx';
import { testStore } from '../support/testStore.ts';
import { createTabs, Navigation } from './support/navigators.tsx';
import { phone } from './support/phone.ts';

quietConsole();

type GetCount = ReadEndpoint<(args: { of: string }) => Promise<number>>;

/** Every hook that fetches. */
const hooks: Record<string, (endpoint: GetCount, args: { of: string }) => unknown> = {
  useSuspense: (endpoint, args) => useSuspense(endpoint, args),
  useLive: (endpoint, args) => useLive(endpoint, args),
  useDLE: (endpoint, args) => useDLE(endpoint, args).data,
  useFetch(endpoint, args) {
    useFetch(endpoint, args);
    return useSuspense(endpoint, args);
  },
};

/** An app with two screens and a header outside of both, and its requests. */
async function app({
  hook = 'useSuspense',
  strict = false,
  home = ({ children }: { children: ReactElement }): ReactElement => children,
} = {}) {
  const requests: string[] = [];
  const { store, clock } = testStore();
  const getCount = new Endpoint(async ({ of }: { of: string }) => requests.push(of), {
    name: 'getCount',
    dataExpiryLength: 10_000,
    pollFrequency: 3_600_000,
  }) as GetCount;
  let go!: (name: string) => void;
  let setSubject!: (subject: string) => void;
  function Count({ of }: { of: string }): ReactElement {
    return <b>{`${of} ${String(hooks[hook](getCount, { of }))} `}</b>;
  }
  function Home(): ReactElement {
    const [subject, set] = useState('a');
    setSubject = set;
    const navigation = useNavigation<{ navigate(name: string): void }>();
    go = (name) => navigation.navigate(name);
    const Around = home;
    return (
      <Around>
        <Suspense fallback="…">
          <Count of={subject} />
        </Suspense>
      </Around>
    );
  }
  function Other(): ReactElement {
    return <i>other</i>;
  }
  const { Navigator, Screen } = createTabs();
  const screen = await renderAsync(
    <StoreProvider store={store}>
      <Suspense fallback="…">
        <Count of="header" />
      </Suspense>
      <Navigation>
        <Navigator>
          <Screen name="home" component={Home} />
          <Screen name="other" component={Other} />
        </Navigator>
      </Navigation>
    </StoreProvider>,
    { strict },
  );
  requests.length = 0;
  return {
    ...screen,
    requests,
    store,
    go: (name: string) => act(async () => go(name)),
    show: (subject: string) => act(async () => setSubject(subject)),
    expire: () => act(async () => clock.advance(20_000)),
  };
}

afterEach(() => phone.foreground());

describe.each(modes)('%s', (_, strict) => {
  describe.each(Object.keys(hooks))('%s on a screen of React Navigation', (hook) => {
    it('refetches stale data when the screen gains focus again', async () => {
      const { requests, store, go, expire, text } = await app({ hook, strict });
      await go('other');
      await expire();
      expect(requests).toEqual([]);
      await go('home');
      expect(requests).toEqual(['a']);
      expect(text()).toContain('a 1 ');
      store.dispose();
    });

    it('does not refetch while the data is valid', async () => {
      const { requests, store, go } = await app({ hook, strict });
      await go('other');
      await go('home');
      expect(requests).toEqual([]);
      store.dispose();
    });

    it('refetches with the current arguments', async () => {
      const { requests, store, go, show, expire } = await app({ hook, strict });
      await show('b');
      await go('other');
      await expire();
      await go('home');
      expect(requests).toEqual(['b', 'b']);
      store.dispose();
    });

    it('refetches stale data when the app returns to the foreground', async () => {
      const { requests, store, expire } = await app({ hook, strict });
      await phone.background();
      await expire();
      expect(requests).toEqual([]);
      await phone.foreground();
      expect(requests.sort()).toEqual(['a', 'header']);
      store.dispose();
    });
  });

  it('a hook outside of screens refetches when the app returns to the foreground, a screen without focus does not', async () => {
    const { requests, store, go, expire } = await app({ strict });
    await go('other');
    await phone.background();
    await expire();
    await phone.foreground();
    expect(requests).toEqual(['header']);
    await go('home');
    expect(requests).toEqual(['header', 'a']);
    store.dispose();
  });

  it('a FocusScope replaces the screen around it', async () => {
    let focus!: () => void;
    const onFocus = (refetch: () => void): (() => void) => {
      focus = refetch;
      return () => {};
    };
    const { requests, store, go, expire } = await app({
      strict,
      home: ({ children }) => <FocusScope onFocus={onFocus}>{children}</FocusScope>,
    });
    await go('other');
    await expire();
    await go('home');
    expect(requests).toEqual([]);
    await act(async () => focus());
    expect(requests).toEqual(['a']);
    store.dispose();
  });

  it('unsubscribes from AppState when no component is mounted', async () => {
    const { requests, store, expire, unmount } = await app({ strict });
    await unmount();
    await expire();
    await phone.background();
    await phone.foreground();
    expect(requests).toEqual([]);
    expect(store.stats().subscribers).toBe(0);
    store.dispose();
  });
});

it('a component on a nested screen refetches on focus of both screens', async () => {
  const requests: string[] = [];
  const { store, clock } = testStore();
  const getCount = new Endpoint(async ({ of }: { of: string }) => requests.push(of), {
    name: 'getCount',
    dataExpiryLength: 10_000,
  });
  let outer!: (name: string) => void;
  let inner!: (name: string) => void;
  const useGo = (): ((name: string) => void) => {
    const navigation = useNavigation<{ navigate(name: string): void }>();
    return (name) => navigation.navigate(name);
  };
  function Count(): ReactElement {
    inner = useGo();
    return <b>{useSuspense(getCount, { of: 'inner' })}</b>;
  }
  const Sibling = (): ReactElement => <i>sibling</i>;
  const Other = (): ReactElement => <i>other</i>;
  const Inner = createTabs();
  function Home(): ReactElement {
    outer = useGo();
    return (
      <Inner.Navigator>
        <Inner.Screen name="count" component={Count} />
        <Inner.Screen name="sibling" component={Sibling} />
      </Inner.Navigator>
    );
  }
  const Outer = createTabs();
  await renderAsync(
    <StoreProvider store={store}>
      <Suspense fallback="…">
        <Navigation>
          <Outer.Navigator>
            <Outer.Screen name="home" component={Home} />
            <Outer.Screen name="other" component={Other} />
          </Outer.Navigator>
        </Navigation>
      </Suspense>
    </StoreProvider>,
  );
  const go = (move: () => void): Promise<void> => act(async () => move());
  const expire = (): Promise<void> => act(async () => clock.advance(20_000));
  requests.length = 0;
  await go(() => outer('other'));
  await expire();
  await go(() => outer('home'));
  expect(requests).toEqual(['inner']);
  await go(() => inner('sibling'));
  await expire();
  await go(() => outer('other'));
  await go(() => outer('home'));
  expect(requests).toEqual(['inner']);
  await go(() => inner('count'));
  expect(requests).toEqual(['inner', 'inner']);
  store.dispose();
});
