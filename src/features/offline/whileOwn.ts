import { Observable } from 'rxjs';

/**
 * Responses to a try, which count while the tab has the claim of the mutation: another tab may have
 * sent that of a tab that was frozen, and later ones after it. `isSure`: the claim is that of the tab;
 * otherwise `regain` looks at the storage.
 */
export function whileOwn(
  responses$: Observable<unknown>,
  isSure: () => boolean,
  regain: () => Promise<boolean>,
): Observable<unknown> {
  // Not with operators: those that take promises are large.
  return new Observable((subscriber) => {
    let regained: Promise<boolean> | undefined;
    const ifOwn = (act: () => void, isKnown = isSure()): void => {
      if (!regained && isKnown) return act();
      regained ??= regain();
      void regained.then((isOwn) => isOwn && act());
    };
    return responses$.subscribe({
      next: (response) => ifOwn(() => subscriber.next(response)),
      error: (error: unknown) => ifOwn(() => subscriber.error(error)),
      complete: () => ifOwn(() => subscriber.complete(), true),
    });
  });
}
