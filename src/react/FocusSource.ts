import { type Context, createContext } from 'react';
import { FocusContext, type OnFocus } from './FocusContext.ts';

/** Where hooks find the screen that they stand in, and how it tells that it gained focus. */
export interface FocusSource {
  /** Holds the screen. */
  readonly context: Context<unknown>;
  /** Always the same function for the same screen. */
  readonly onFocusOf: (screen: unknown) => OnFocus | undefined;
}

/** Screens that `context` holds. */
export function focusSource<S>(
  context: Context<S>,
  onFocusOf: (screen: S) => OnFocus | undefined,
): FocusSource {
  // The cast holds: the function is given what the context holds, and nothing else.
  return { context, onFocusOf } as FocusSource;
}

/** Screens are those of {@link FocusScope}. */
export const scopeFocus = focusSource(FocusContext, (onFocus) => onFocus);

/** What {@link useOnFocus} asks. It never changes with a screen. */
export const FocusSourceContext = createContext(scopeFocus);
