import { createStore } from 'streambed';
import * as changes from 'streambed/changes';
import * as graphql from 'streambed/graphql';
import * as live from 'streambed/live';
import * as react from 'streambed/react';

const store = createStore();
store.dispose();

/** Facts about the bundled package, for the process that runs the bundle. */
export const probe = {
  isNative: 'appActive' in react,
  hasAll: [changes, graphql, live].every((entry) => Object.keys(entry).length > 0),
  isDisposed: store.stats().timers === 0,
};

globalThis.probe = probe;
