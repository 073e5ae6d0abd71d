import { filter, firstValueFrom, from, timeout, type ObservableInput } from 'rxjs';

const LIMIT = 10_000;

/** The first matching value (default: any); rejects with the step's name after 10 s. */
export function within<T>(
  step: string,
  value: ObservableInput<T>,
  matches: (value: T) => boolean = () => true,
): Promise<T> {
  return firstValueFrom(
    from(value).pipe(
      filter(matches),
      timeout({
        first: LIMIT,
        with: () => {
          throw new Error(`"${step}" did not happen within ${LIMIT / 1000} s.`);
        },
      }),
    ),
  );
}
