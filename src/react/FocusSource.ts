import type { Context } from 'react';
import type { OnFocus } from './OnFocus.ts';

/** Where another library keeps the screens that hooks stand in, and how they tell that they gained focus. */
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
