import { BehaviorSubject, type Observable, tap } from 'rxjs';
import { hasNoResponse } from '../../kernel/requests/retryWait.ts';

/** Whether the server can be reached, by what requests say. */
export class Reachability {
  readonly online = new BehaviorSubject(true);

  /** Watches the responses to a request. */
  watch(responses$: Observable<unknown>): Observable<unknown> {
    return responses$.pipe(
      tap({
        next: () => this.#become(true),
        error: (error: unknown) => {
          const { name, status } = Object(error) as Partial<Error & { readonly status: unknown }>;
          if (name === 'AbortError') return;
          if (hasNoResponse(error)) this.#become(false);
          else if (typeof status === 'number') this.#become(true);
        },
      }),
    );
  }

  #become(isOnline: boolean): void {
    if (this.online.value !== isOnline) this.online.next(isOnline);
  }
}
