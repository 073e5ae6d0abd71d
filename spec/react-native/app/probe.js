import { createStore } from 'streambed';
import * as react from 'streambed/react';

const store = createStore();
const { props } = react.StoreProvider({ store });

/** What a bundle of the package is like, for who runs it. */
export const probe = {
  isNative: 'appActive' in react,
  isDisposed: (store.dispose(), store.stats().timers === 0),
};

/** Where hooks look for the screen that they stand in. */
export const { context } = props.value;

globalThis.probe = probe;
