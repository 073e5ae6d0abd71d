import { createContext } from 'react';
import type { Store } from '../store/Store.ts';
import type { FocusSource } from './FocusSource.ts';
import type { OnFocus } from './OnFocus.ts';

/**
 * A Suspense boundary that renders again when a thenable that suspended a component below it has
 * settled.
 */
export interface Boundary {
  /** Called in each render that suspends. */
  awaits(thenable: PromiseLike<unknown>): void;
}

/** What the hooks below share. It never changes with data. */
export interface StoreScope {
  readonly store: Store | undefined;
  /** Subscribes to the focus of the screen, or finds the screen around a hook. */
  readonly screen: OnFocus | FocusSource | undefined;
  /** The nearest {@link RevealingSuspense}. */
  readonly boundary: Boundary | undefined;
}

/**
 * One context for everything: when one row of a list changes, React checks each context of each
 * row.
 */
export const StoreContext = createContext<StoreScope>({
  store: undefined,
  screen: undefined,
  boundary: undefined,
});
