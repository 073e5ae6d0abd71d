import { INACTIVE } from '../streams/INACTIVE.ts';
import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';

const nothing: Reading = { decision: 'show', content: undefined };
const thenable = new ReadThenable<unknown>();
thenable.fulfil(undefined);

const subscribe = () => () => {};

/** Reads nothing: for `null` arguments. */
export const inactiveReader = {
  subscribeWith: () => subscribe,
  subscribeToStateWith: () => subscribe,
  watch: subscribe,
  getSnapshot: () => nothing,
  getState: () => INACTIVE,
  getServerState: () => INACTIVE,
  firstRender: () => undefined,
  thenableFor: () => thenable,
  leave: () => {},
} as const;
