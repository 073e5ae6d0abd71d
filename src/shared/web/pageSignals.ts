import { distinctUntilChanged, Observable } from 'rxjs';

/** The parts of an event target that a platform may lack. */
interface Target {
  addEventListener?(type: string, listener: (event: Event) => void): void;
  removeEventListener?(type: string, listener: (event: Event) => void): void;
}

/** The parts of a browser's global object that a platform may lack. */
interface Platform extends Target {
  readonly navigator?: { readonly onLine?: boolean };
  readonly document?: Target & { readonly visibilityState?: string };
}

/** Whether the platform is online. Always `true` where it does not know. */
export const isOnline = ({ navigator }: Platform = globalThis): boolean =>
  navigator?.onLine !== false;

const isVisible = ({ document }: Platform): boolean => document?.visibilityState !== 'hidden';

/** Whether the page is visible now. Always `true` without a page. */
export const isPageVisible = (): boolean => isVisible(globalThis);

/**
 * Whether the page is visible and online: emits at once, then every change. Always `true` without a
 * page.
 */
export function pageActive(): Observable<boolean> {
  const look = (page: Platform): boolean => isVisible(page) && isOnline(page);
  return signal(look, 'visibilitychange', 'online', 'offline');
}

/**
 * Whether the platform is online: emits at once, then every change. Always `true` where the
 * platform does not know.
 */
export function networkOnline(): Observable<boolean> {
  return signal(isOnline, 'online', 'offline');
}

/**
 * Whether the page is visible: emits at once, then every change. Always `true` without a page, as
 * on a server.
 */
export function pageVisible(): Observable<boolean> {
  return signal(isVisible, 'visibilitychange');
}

/**
 * Whether the page is in use, visible or not: `false` from when the user leaves it until it comes
 * back from the browser's back/forward cache. Browsers do not cache a page that has an open
 * connection. Emits at once, then every change. Always `true` without a page.
 */
export function pageAlive(): Observable<boolean> {
  return signal((_, event) => event?.type !== 'pagehide', 'pagehide', 'pageshow');
}

/** Events of these types, of the window or its document. None without a page. */
export function pageEvents(...types: readonly string[]): Observable<Event> {
  return new Observable((subscriber) => {
    const page = globalThis as Platform;
    const targets = [page, page.document];
    const emit = (event: Event): void => subscriber.next(event);
    for (const type of types) for (const at of targets) at?.addEventListener?.(type, emit);
    return () => {
      for (const type of types) for (const at of targets) at?.removeEventListener?.(type, emit);
    };
  });
}

/** Looks at the page at once and after each of the events, of its window or its document. */
function signal(
  look: (page: Platform, event?: Event) => boolean,
  ...types: readonly string[]
): Observable<boolean> {
  const signal$ = new Observable<boolean>((subscriber) => {
    const emit = (event?: Event): void => subscriber.next(look(globalThis, event));
    emit();
    return pageEvents(...types).subscribe(emit);
  });
  return signal$.pipe(distinctUntilChanged());
}
