import { useContext } from 'react';
import { filter, share, skip } from 'rxjs';
import { refetchingOn } from '../react/FocusScope.ts';
import type { StoreScope } from '../react/StoreScope.ts';
import { appActive } from './appActive.ts';
import { type Navigation, navigationContext } from './navigationContext.ts';

type UseSubscribe = StoreScope['useSubscribe'];

const foreground$ = appActive().pipe(
  skip(1),
  filter((isActive) => isActive),
  share(),
);

/** For hooks outside of any screen. */
const ofApp = refetchingOn((refetch) => {
  const subscription = foreground$.subscribe(() => refetch());
  return () => subscription.unsubscribe();
});

const ofScreens = new WeakMap<Navigation, UseSubscribe>();

/**
 * The part of a scope whose hooks also refetch stale data when their screen of React Navigation
 * gains focus. When the app returns to the foreground, the focused screen gains focus, and so do
 * hooks outside of any screen.
 */
export const navigationFocus: Pick<StoreScope, 'useSubscribe'> = {
  useSubscribe(resource) {
    const navigation = useContext(navigationContext);
    return (navigation ? ofScreen(navigation) : ofApp)(resource);
  },
};

function ofScreen(navigation: Navigation): UseSubscribe {
  let useSubscribe = ofScreens.get(navigation);
  if (!useSubscribe) {
    useSubscribe = refetchingOn((refetch) => {
      const stopFocus = navigation.addListener('focus', refetch);
      const subscription = foreground$.subscribe(() => {
        if (navigation.isFocused()) refetch();
      });
      return () => {
        stopFocus();
        subscription.unsubscribe();
      };
    });
    ofScreens.set(navigation, useSubscribe);
  }
  return useSubscribe;
}
