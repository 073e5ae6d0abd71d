import type { Store } from './Store.ts';
import { StoreCore } from './StoreCore.ts';
import { type StoreOptions, withDefaults } from './StoreOptions.ts';

/**
 * Makes an empty store. A program can have several stores; none is global. Throws
 * `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore();
 * store.observe(getUsers).data$.subscribe((users) => console.log(users.length));
 * ```
 */
export function createStore(options: StoreOptions = {}): Store {
  return new StoreCore(withDefaults(options));
}
