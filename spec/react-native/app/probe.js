import { createStore } from 'streambed';
import * as changes from 'streambed/changes';
import * as graphql from 'streambed/graphql';
import * as live from 'streambed/live';
import * as react from 'streambed/react';

const store = createStore();
const { props } = react.StoreProvider({ store });

/** What a bundle of the package is like, for who runs it. */
export const probe = {
  isNative: 'appActive' in react,
  hasAll: [changes, graphql, live].every((entry) => Object.keys(entry).length > 0),
  isDisposed: (store.dispose(), store.stats().timers === 0),
};

/** Where hooks look for the screen that they stand in. */
export const { context } = props.value;

globalThis.probe = probe;
