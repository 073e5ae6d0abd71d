import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';

const nothing: Reading = { decision: 'show', content: undefined };
const thenable = new ReadThenable<unknown>();
thenable.fulfil(undefined);

/** Reads nothing: for `null` arguments. */
export const inactiveReader = {
  thenable,
  subscribe: () => () => {},
  getSnapshot: () => nothing,
  firstRender: () => undefined,
} as const;
