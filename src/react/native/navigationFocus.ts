import { useContext, useMemo } from 'react';
import { filter, share, skip } from 'rxjs';
import { type OnFocus, useRefetchingOn } from '../FocusScope.ts';
import type { StoreScope } from '../StoreScope.ts';
import { appActive } from './appActive.ts';
import { type Navigation, navigationContext } from './navigationContext.ts';

const foreground$ = appActive().pipe(
  skip(1),
  filter((isActive) => isActive),
  share(),
);

/**
 * The part of a scope whose hooks also refetch stale data when their screen of React Navigation
 * gains focus. When the app returns to the foreground, the focused screen gains focus, and so do
 * hooks outside of any screen.
 */
export const navigationFocus: Pick<StoreScope, 'useSubscribe'> = {
  useSubscribe(observer) {
    const navigation = useContext(navigationContext);
    const onFocus = useMemo(() => onFocusOf(navigation), [navigation]);
    return useRefetchingOn(onFocus, observer);
  },
};

function onFocusOf(navigation: Navigation | undefined): OnFocus {
  return (refetch) => {
    const stop = navigation?.addListener('focus', refetch);
    const subscription = foreground$.subscribe(() => {
      if (navigation?.isFocused() !== false) refetch();
    });
    return () => {
      stop?.();
      subscription.unsubscribe();
    };
  };
}
