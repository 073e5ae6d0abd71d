import type { OnFocus } from '../react/OnFocus.ts';
import { focusSource } from '../react/FocusSource.ts';
import { type Navigation, navigationContext } from './navigationContext.ts';
import { onForeground } from './onForeground.ts';

/** Screens are those of React Navigation; the focused one gains focus too when the app returns to the foreground, and so does all that is in no screen. */
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
