import type { Observable, Subscription } from 'rxjs';
import type { SourceListener } from './StateSource.ts';

/** Listeners of sources whose value never changes: they are told of nothing but the end of the store. */
export class UntilDisposed {
  readonly #commits$: Observable<unknown>;
  readonly #subscriptions = new Map<SourceListener, Subscription>();

  /** `commits$` completes when the store is disposed. */
  constructor(commits$: Observable<unknown>) {
    this.#commits$ = commits$;
  }

  readonly listen = (listener: SourceListener): void => {
    const complete = (): void => {
      this.#subscriptions.delete(listener);
      listener.ended();
    };
    this.#subscriptions.set(listener, this.#commits$.subscribe({ complete }));
  };

  readonly unlisten = (listener: SourceListener): void => {
    this.#subscriptions.get(listener)?.unsubscribe();
    this.#subscriptions.delete(listener);
  };
}
