import { type Context, createContext } from 'react';
import { FocusContext, type OnFocus } from './FocusContext.ts';

/** Where hooks find the screen that they stand in, and how it tells that it gained focus. */
export interface FocusSource<S> {
  /** Holds the screen. */
  readonly context: Context<S>;
  /** Always the same function for the same screen. */
  readonly onFocusOf: (screen: S) => OnFocus | undefined;
}

/** Screens are those of {@link FocusScope}. */
export const scopeFocus: FocusSource<OnFocus | undefined> = {
  context: FocusContext,
  onFocusOf: (onFocus) => onFocus,
};

/** What {@link useOnFocus} asks. It never changes with a screen. */
export const FocusSourceContext = createContext(scopeFocus as FocusSource<unknown>);
