import { useContext } from 'react';
import type { OnFocus } from './FocusContext.ts';
import { FocusSourceContext } from './FocusSource.ts';

/** How the screen of a hook tells that it gained focus; `undefined` where nothing does. */
export function useOnFocus(): OnFocus | undefined {
  const { context, onFocusOf } = useContext(FocusSourceContext);
  return onFocusOf(useContext(context));
}
