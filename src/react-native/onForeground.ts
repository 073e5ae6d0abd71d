import { filter, skip, type Subscription } from 'rxjs';
import { appActive } from './appActive.ts';

const listeners = new Set<() => void>();
let subscription: Subscription | undefined;

/** Calls `listener` each time the app returns to the foreground; gives the function that stops it. */
export function onForeground(listener: () => void): () => void {
  // Of its own for each call: two may pass the same function.
  const tell = (): void => listener();
  listeners.add(tell);
  subscription ??= returns$.subscribe(() => {
    for (const each of listeners) each();
  });
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    subscription?.unsubscribe();
    subscription = undefined;
  };
}

const returns$ = appActive().pipe(
  skip(1),
  filter((isActive) => isActive),
);
