import { distinctUntilChanged, Observable } from 'rxjs';

/** The parts of a browser's global object that a platform may lack. */
interface Platform {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

const changes: readonly (readonly [type: string, isAlive: boolean])[] = [
  ['pagehide', false],
  ['pageshow', true],
];

/**
 * Whether the page is in use, visible or not: `false` from when the user leaves it until it comes
 * back from the browser's back/forward cache. Browsers do not cache a page that has an open
 * connection. Emits at once, then every change. Always `true` without a page.
 */
export function pageAlive(): Observable<boolean> {
  const alive$ = new Observable<boolean>((subscriber) => {
    const platform = globalThis as Platform;
    const listeners = changes.map(
      ([type, isAlive]) => [type, () => subscriber.next(isAlive)] as const,
    );
    for (const [type, listener] of listeners) platform.addEventListener?.(type, listener);
    subscriber.next(true);
    return () => {
      for (const [type, listener] of listeners) platform.removeEventListener?.(type, listener);
    };
  });
  return alive$.pipe(distinctUntilChanged());
}
