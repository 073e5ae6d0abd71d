import { useContext } from 'react';
import type { OnFocus } from './OnFocus.ts';
import type { StoreScope } from './StoreContext.ts';

/** Subscribes to the focus of the screen around the hook; `undefined` outside of a screen. */
export function useOnFocus({ screen }: StoreScope): OnFocus | undefined {
  if (typeof screen !== 'object') return screen;
  // oxlint-disable-next-line react/hooks, react-hooks/rules-of-hooks, compiler/hooks -- the kind of provider above a component never changes
  return screen.onFocusOf(useContext(screen.context));
}
