import { Observable } from 'rxjs';
import { runInMicrotask } from '../../../shared/runInMicrotask.ts';

/** A read whose source may go on after its first value. */
interface MayGoOn {
  /** Whether its first value waits until it is known whether the source goes on. */
  readonly waits: boolean;
  /** Called when the source goes on, before a first value that waits. */
  goesOn(): void;
}

/** The values of a source for a read. One that has not ended a microtask after its first value goes on. */
export function untilOpen(source: Observable<unknown>, read: MayGoOn): Observable<unknown> {
  return new Observable((subscriber) => {
    let state: 'new' | 'first' | 'known' = 'new';
    let held: readonly [value: unknown] | undefined;
    const pass = (): void => {
      const first = held;
      held = undefined;
      state = 'known';
      if (first) subscriber.next(first[0]);
    };
    const goesOn = (): void => {
      if (state !== 'first' || subscriber.closed) return;
      read.goesOn();
      pass();
    };
    return source.subscribe({
      next(value) {
        goesOn();
        if (state === 'new') {
          state = 'first';
          runInMicrotask(goesOn);
          if (read.waits) return void (held = [value]);
        }
        subscriber.next(value);
      },
      error(error) {
        pass();
        subscriber.error(error);
      },
      complete() {
        pass();
        subscriber.complete();
      },
    });
  });
}
