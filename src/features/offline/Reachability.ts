import { BehaviorSubject, type Observable, tap } from 'rxjs';
import { isTransient } from '../../kernel/requests/retryWait.ts';

/** Whether the server can be reached, by what requests say. */
export class Reachability {
  readonly online = new BehaviorSubject(true);

  /** Watches the responses to a request. */
  watch(responses$: Observable<unknown>): Observable<unknown> {
    return responses$.pipe(
      tap({
        next: () => this.#become(true),
        error: (thrown: unknown) => {
          // The cast holds: members that are not there read as undefined.
          const error = Object(thrown) as Error & { readonly status?: unknown };
          const { status } = error;
          if (typeof status === 'number' && status > 0) this.#become(true);
          else if (isTransient(error)) this.#become(false);
        },
      }),
    );
  }

  #become(isOnline: boolean): void {
    if (this.online.value !== isOnline) this.online.next(isOnline);
  }
}
