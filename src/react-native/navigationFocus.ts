import type { OnFocus } from '../react/OnFocus.ts';
import { focusSource } from '../react/FocusSource.ts';
import { type Navigation, navigationContext } from './navigationContext.ts';
import { onForeground } from './onForeground.ts';

/**
 * The screens of React Navigation. When the app returns to the foreground, the focused screen gains
 * focus, and so do hooks outside of any screen.
 */
export const navigationFocus = focusSource(navigationContext, (navigation) =>
  navigation ? focusOf(navigation) : onForeground,
);

const known = new WeakMap<Navigation, OnFocus>();

function focusOf(navigation: Navigation): OnFocus {
  let onFocus = known.get(navigation);
  if (!onFocus) {
    onFocus = (refetch) => {
      const stopFocus = navigation.addListener('focus', refetch);
      const stopForeground = onForeground(() => {
        if (navigation.isFocused()) refetch();
      });
      return () => {
        stopFocus();
        stopForeground();
      };
    };
    known.set(navigation, onFocus);
  }
  return onFocus;
}
