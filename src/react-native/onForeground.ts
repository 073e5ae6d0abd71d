import { filter, skip, type Subscription } from 'rxjs';
import { appActive } from './appActive.ts';

const listeners = new Set<() => void>();
let subscription: Subscription | undefined;

/**
 * Calls `listener` each time the app returns to the foreground. Returns the function that
 * unsubscribes.
 */
export function onForeground(listener: () => void): () => void {
  // A new function for each call: two calls may pass the same listener.
  const notify = (): void => listener();
  listeners.add(notify);
  subscription ??= returns$.subscribe(() => {
    for (const each of listeners) each();
  });
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    subscription?.unsubscribe();
    subscription = undefined;
  };
}

const returns$ = appActive().pipe(
  skip(1),
  filter((isActive) => isActive),
);
