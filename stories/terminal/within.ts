import { filter, firstValueFrom, from, timeout, type ObservableInput } from 'rxjs';

const LIMIT = 10_000;

/** The first value that is wanted (default: any); rejects with the step's name after 10 s. */
export function within<T>(
  step: string,
  value: ObservableInput<T>,
  wanted: (value: T) => boolean = () => true,
): Promise<T> {
  return firstValueFrom(
    from(value).pipe(
      filter(wanted),
      timeout({
        first: LIMIT,
        with: () => {
          throw new Error(`"${step}" did not come within ${LIMIT / 1000} s.`);
        },
      }),
    ),
  );
}
