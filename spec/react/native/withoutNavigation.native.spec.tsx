import { act } from '@testing-library/react';
import { type ReactElement, Suspense } from 'react';
import { Endpoint } from 'streambed';
import * as react from 'streambed/react';
import * as native from 'streambed/react-native';
import { modes } from '../support/modes.ts';
import { quietConsole } from '../support/quietConsole.ts';
import { renderAsync } from '../support/renderAsync.tsx';
import { testStore } from '../support/testStore.ts';
import { phone } from './support/phone.ts';

jest.mock('@react-navigation/native', () => {
  throw new Error("Cannot find module '@react-navigation/native'");
});

quietConsole();

const { StoreProvider, useSuspense } = native;
const names = { react: new Map(Object.entries(react)), native: new Map(Object.entries(native)) };

describe.each(modes)('an app without React Navigation, %s,', (_, strict) => {
  it('refetches stale data when it returns to the foreground', async () => {
    let requestCount = 0;
    const { store, clock } = testStore();
    const getCount = new Endpoint(async () => ++requestCount, {
      name: 'getCount',
      dataExpiryLength: 1_000,
    });
    function Count(): ReactElement {
      return <b>{useSuspense(getCount)}</b>;
    }
    const { text } = await renderAsync(
      <StoreProvider store={store}>
        <Suspense fallback="…">
          <Count />
        </Suspense>
      </StoreProvider>,
      { strict },
    );
    await phone.background();
    await act(async () => clock.advance(2_000));
    await phone.foreground();
    expect(text()).toBe('2');
    store.dispose();
  });
});

describe('the exports for React Native', () => {
  const own = ['AsyncBoundary', 'ErrorBoundary', 'StoreProvider'];

  it('are the exports for React, the same except for native components', () => {
    for (const [name, value] of names.react) {
      expect([name, names.native.get(name) === value]).toEqual([name, !own.includes(name)]);
    }
    for (const name of own) {
      expect(names.native.get(name)).toEqual(expect.any(Function));
    }
  });

  it('include one of their own', () => {
    const extra = [...names.native.keys()].filter((name) => !names.react.has(name));
    expect(extra).toEqual(['appActive']);
  });
});
