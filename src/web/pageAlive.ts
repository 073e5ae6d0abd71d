import { distinctUntilChanged, Observable } from 'rxjs';

/** What a platform may have of a browser's global object. */
interface Platform {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

const changes: readonly (readonly [type: string, isAlive: boolean])[] = [
  ['pagehide', false],
  ['pageshow', true],
];

/**
 * Whether the page is in use, seen or not: false from when it is left until it comes back out of the cache of the browser. A page that holds
 * a connection is not put there. Tells at once, then every change. Where there is no page it always is.
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
