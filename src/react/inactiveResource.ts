import { INACTIVE } from '../streams/INACTIVE.ts';
import type { Snapshot } from './EndpointResource.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';

const nothing: Snapshot = { decision: 'show', content: undefined };
const thenable = new SuspenseThenable<unknown>();
thenable.fulfil(undefined);

const subscribe = () => () => {};

/** The resource for `null` arguments: `undefined` data, no requests. */
export const inactiveResource = {
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
