import { NavigationContainer, useNavigation } from '@react-navigation/native';
import { act, render } from '@testing-library/react';
import { type ReactElement, Suspense, useCallback, useState } from 'react';
import { createStore, Endpoint } from 'streambed';
import { FocusScope, StoreProvider, useSuspense } from 'streambed/react';
import { createTabs } from '../react/native/support/navigators.tsx';
import { ManualClock } from '../support/ManualClock.ts';

const { Navigator, Screen } = createTabs();

interface Navigation {
  navigate(name: string): void;
  addListener(type: 'focus', listener: () => void): () => void;
}

function kit() {
  const requests: string[] = [];
  const clock = new ManualClock();
  const store = createStore({ scheduler: clock });
  const getCount = new Endpoint(async (args: { of: string }) => requests.push(args.of), {
    name: 'getCount',
    dataExpiryLength: 1_000,
  });
  let navigation!: Navigation;
  let setSubject!: (subject: string) => void;
  function Shown(): ReactElement {
    const [subject, setOwn] = useState('a');
    setSubject = setOwn;
    return <b>{`${subject} ${useSuspense(getCount, { of: subject })}`}</b>;
  }
  function Home(): ReactElement {
    const own = useNavigation<Navigation>();
    navigation = own;
    const onFocus = useCallback((refetch: () => void) => own.addListener('focus', refetch), [own]);
    return (
      <FocusScope onFocus={onFocus}>
        <Suspense fallback="…">
          <Shown />
        </Suspense>
      </FocusScope>
    );
  }
  function Other(): ReactElement {
    return <i>other</i>;
  }
  const tree = (): ReactElement => (
    <StoreProvider store={store}>
      <NavigationContainer>
        <Navigator>
          <Screen name="home" component={Home} />
          <Screen name="other" component={Other} />
        </Navigator>
      </NavigationContainer>
    </StoreProvider>
  );
  return {
    requests,
    clock,
    store,
    tree,
    show: (of: string) => act(async () => setSubject(of)),
    go: (name: string) => act(async () => navigation.navigate(name)),
  };
}

describe('service §1 rule 6: a screen that gains focus', () => {
  it('fetches stale data, and shows the old data meanwhile', async () => {
    const { requests, clock, store, tree, go } = kit();
    const { container } = await act(async () => render(tree()));
    expect(container.querySelector('b')?.textContent).toBe('a 1');
    await go('other');
    act(() => clock.advance(2_000));
    expect(requests).toEqual(['a']);
    await go('home');
    expect(requests).toEqual(['a', 'a']);
    expect(container.querySelector('b')?.textContent).toBe('a 2');
    store.dispose();
  });

  it('does not fetch while the data is valid', async () => {
    const { requests, store, tree, go } = kit();
    await act(async () => render(tree()));
    await go('other');
    await go('home');
    expect(requests).toEqual(['a']);
    store.dispose();
  });

  it('fetches with the current arguments', async () => {
    const { requests, clock, store, tree, show, go } = kit();
    await act(async () => render(tree()));
    await show('b');
    await go('other');
    act(() => clock.advance(2_000));
    await go('home');
    expect(requests).toEqual(['a', 'b', 'b']);
    store.dispose();
  });
});
