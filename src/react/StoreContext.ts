import { createContext } from 'react';
import type { Store } from '../store/Store.ts';
import type { FocusSource } from './FocusSource.ts';
import type { OnFocus } from './OnFocus.ts';

/** A Suspense boundary that renders again when what suspended a component below it has settled. */
export interface Boundary {
  /** Called in each render that suspends. */
  awaits(thenable: PromiseLike<unknown>): void;
}

/** What hooks find around them. It never changes with data. */
export interface StoreScope {
  readonly store: Store | undefined;
  /** How the screen tells that it gained focus, or where to find the screen. */
  readonly screen: OnFocus | FocusSource | undefined;
  /** The nearest boundary that shows at once what its hooks suspended for. */
  readonly boundary: Boundary | undefined;
}

/** One context for all: React looks at every context of every row when one row of a list changes. */
export const StoreContext = createContext<StoreScope>({
  store: undefined,
  screen: undefined,
  boundary: undefined,
});
