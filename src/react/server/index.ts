/**
 * Rendering on a server: streamed data and hydration.
 *
 * @packageDocumentation
 */

export {
  createServerStore,
  type ServerStore,
  type ServerStoreOptions,
} from './createServerStore.ts';
export { hydrate, type PageHydration, type PageOptions } from './hydrate.ts';
export { escapeState, type PartOptions, partProps, type PartProps, partScript } from './parts.ts';
export { readWithPayload } from './readWithPayload.ts';
export { type WritableTarget, writeWithPayload } from './writeWithPayload.ts';
