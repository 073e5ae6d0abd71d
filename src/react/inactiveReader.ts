import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';

const nothing: Reading = { decision: 'show', content: undefined };
const thenable = new ReadThenable<unknown>();
thenable.fulfil(undefined);

const subscribe = () => () => {};

/** Reads nothing: for `null` arguments. */
export const inactiveReader = {
  subscribeWith: () => subscribe,
  getSnapshot: () => nothing,
  firstRender: () => undefined,
  thenableFor: () => thenable,
} as const;
