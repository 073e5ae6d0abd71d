import type { Unsubscribable } from 'rxjs';
import type { Store } from './Store.ts';

/**
 * Something that runs beside a store as long as it lives: it is called when the store is made and gives what ends it, a function or a
 * subscription, or nothing. One that throws is reported as `SB_PLUGIN` to `onError`; the store and the other plugins go on without it.
 *
 * @example
 * ```ts
 * const log: StorePlugin = (store) => store.actions$.subscribe((action) => console.log(action.type));
 * ```
 */
export type StorePlugin = (store: Store) => (() => void) | Unsubscribable | void;
