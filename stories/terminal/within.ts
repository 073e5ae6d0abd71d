import { filter, firstValueFrom, map, timeout, type Observable } from 'rxjs';

const LIMIT = 10_000;

/** Resolves when `value$` gives what is waited for; rejects with the step's name after 10 s. */
export function within<T>(
  step: string,
  value$: Observable<T>,
  wanted: (value: T) => boolean,
): Promise<void> {
  return firstValueFrom(
    value$.pipe(
      filter(wanted),
      timeout({
        first: LIMIT,
        with: () => {
          throw new Error(`"${step}" did not come within ${LIMIT / 1000} s.`);
        },
      }),
      map(() => undefined),
    ),
  );
}
