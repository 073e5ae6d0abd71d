import { ReadThenable } from './ReadThenable.ts';

const nothing = ReadThenable.fulfilled<unknown>(undefined);

/** Reads nothing: for `null` arguments. */
export const inactiveReader = {
  subscribe: () => () => {},
  getSnapshot: () => nothing,
  firstRender: () => undefined,
} as const;
