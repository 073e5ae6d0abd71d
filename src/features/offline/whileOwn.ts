import { catchError, from, mergeMap, NEVER, type Observable, of, throwError } from 'rxjs';

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
  const ifOwn = (outcome$: Observable<unknown>): Observable<unknown> =>
    isSure() ? outcome$ : from(regain()).pipe(mergeMap((isOwn) => (isOwn ? outcome$ : NEVER)));
  return responses$.pipe(
    mergeMap((response) => ifOwn(of(response))),
    catchError((error: unknown) => ifOwn(throwError(() => error))),
  );
}
