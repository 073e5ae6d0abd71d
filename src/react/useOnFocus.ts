import { useContext } from 'react';
import type { OnFocus } from './OnFocus.ts';
import type { StoreScope } from './StoreContext.ts';

/** How the screen of a hook tells that it gained focus; `undefined` where nothing does. */
export function useOnFocus({ screen }: StoreScope): OnFocus | undefined {
  if (typeof screen !== 'object') return screen;
  // oxlint-disable-next-line react/hooks, react-hooks/rules-of-hooks, compiler/hooks -- a component stays below one kind of provider
  return screen.onFocusOf(useContext(screen.context));
}
