import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';

const nothing: Reading = { decision: 'show', content: undefined };
const thenable = new ReadThenable<unknown>();
thenable.fulfil(undefined);

/** Reads nothing: for `null` arguments. */
export const inactiveReader = {
  subscribe: () => () => {},
  getSnapshot: () => nothing,
  firstRender: () => undefined,
  focused: () => {},
  thenableFor: () => thenable,
} as const;
