export { createServerStore, type ServerStoreOptions } from './createServerStore.ts';
export { escapeState } from './escapeState.ts';
export { hydrate, type PageHydration, type PageOptions } from './hydrate.ts';
export { type PartOptions, partProps, type PartProps } from './partProps.ts';
export { partScript } from './partScript.ts';
export { readWithPayload } from './readWithPayload.ts';
export type { ServerStore } from './ServerStore.ts';
export { type WritableTarget, writeWithPayload } from './writeWithPayload.ts';
