import type { Unsubscribable } from 'rxjs';
import type { Store } from './Store.ts';

/**
 * A function that runs beside a store. It is called when the store is made and returns a function
 * or a subscription that ends the plugin, or nothing. If a plugin throws, `onError` gets
 * `SB_PLUGIN`; the store and the other plugins continue.
 *
 * @example
 * ```ts
 * const log: StorePlugin = (store) => store.actions$.subscribe((action) =>
 * console.log(action.type)); ```
 */
export type StorePlugin = (store: Store) => (() => void) | Unsubscribable | void;
