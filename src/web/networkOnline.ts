import { distinctUntilChanged, Observable } from 'rxjs';

/** The parts of a browser's global object that a platform may lack. */
interface Platform {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/**
 * Whether the platform is online: emits at once, then every change. Always `true` where the
 * platform does not know.
 */
export function networkOnline(): Observable<boolean> {
  const online$ = new Observable<boolean>((subscriber) => {
    const platform = globalThis as Platform;
    const look = (): void => subscriber.next(platform.navigator?.onLine !== false);
    look();
    platform.addEventListener?.('online', look);
    platform.addEventListener?.('offline', look);
    return () => {
      platform.removeEventListener?.('online', look);
      platform.removeEventListener?.('offline', look);
    };
  });
  return online$.pipe(distinctUntilChanged());
}
