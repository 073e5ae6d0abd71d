import { distinctUntilChanged, Observable } from 'rxjs';

/** What a platform may have of a browser's global object. */
interface Platform {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

/** Whether there is a network, as far as the platform knows: at once, then every change. One that cannot tell always has. */
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
