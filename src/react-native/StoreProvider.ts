import { createElement, type ReactElement } from 'react';
import { FocusSourceContext } from '../react/FocusSource.ts';
import {
  StoreProvider as ReactStoreProvider,
  type StoreProviderProps,
} from '../react/StoreProvider.ts';
import { navigationFocus } from './navigationFocus.ts';

/**
 * Gives a store to the hooks below, and has them fetch what is stale when their screen of React Navigation gains focus and when the app returns
 * to the foreground, with their current arguments.
 */
export function StoreProvider(props: StoreProviderProps): ReactElement {
  return createElement(
    FocusSourceContext.Provider,
    { value: navigationFocus },
    createElement(ReactStoreProvider, props),
  );
}
