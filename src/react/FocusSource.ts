import type { Context } from 'react';
import type { OnFocus } from './OnFocus.ts';

/** Finds the screen around a hook in the context of another library, such as a navigator. */
export interface FocusSource {
  /** Provides the screen. */
  readonly context: Context<unknown>;
  /** Returns the same function for the same screen. */
  readonly onFocusOf: (screen: unknown) => OnFocus | undefined;
}

/** The focus source of the screens that `context` provides. */
export function focusSource<S>(
  context: Context<S>,
  onFocusOf: (screen: S) => OnFocus | undefined,
): FocusSource {
  // The cast holds: `onFocusOf` only receives values of `context`.
  return { context, onFocusOf } as FocusSource;
}
