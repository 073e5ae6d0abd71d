import { defer, Observable, type SchedulerLike, Subject, throwError } from 'rxjs';
import type { Locks } from '../../features/channel/Locks.ts';
import type { OpenStorage, Storage } from '../../features/storage/Storage.ts';
import type { Interceptor } from '../../kernel/requests/Interceptor.ts';
import type { VirtualClock } from './VirtualClock.ts';
import type { VirtualLocks } from './virtualLocks.ts';

/** What a browser does with the page of a tab: while it is frozen, nothing reaches it. */
export class TestPage {
  readonly scheduler: SchedulerLike;
  readonly locks: Locks;
  readonly #clock: VirtualClock;
  readonly #locks: VirtualLocks;
  readonly #lost = new Subject<void>();
  #state: 'runs' | 'frozen' | 'gone' = 'runs';
  #isOffline = false;
  /** What has happened since it is frozen. */
  #missed: (() => void)[] = [];

  constructor(clock: VirtualClock, locks: VirtualLocks) {
    this.#clock = clock;
    this.#locks = locks;
    this.locks = locks.of(this, (work) => this.#run(work));
    const run = (work: () => void): void => this.#run(work);
    this.scheduler = {
      now: () => clock.now(),
      schedule(work, delay, state) {
        return clock.schedule(
          function due(given) {
            // The cast holds: the state is the one that was given.
            run(() => work.call(this, given as never));
          },
          delay,
          state,
        );
      },
    };
  }

  freeze(): void {
    if (this.#state === 'runs') this.#state = 'frozen';
  }

  thaw(): void {
    if (this.#state !== 'frozen') return;
    this.#state = 'runs';
    for (const work of this.#missed.splice(0)) this.#run(work);
  }

  kill(): void {
    this.#state = 'gone';
    this.#missed = [];
    this.#locks.end(this);
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    if (isOffline) this.#lost.next();
  }

  /** The network of the page. Requests in flight fail when it is lost: the server may have got them. */
  readonly network: Interceptor = (request, next) => {
    const failed$ = throwError(() => new TypeError('Failed to fetch'));
    return defer(() => (this.#isOffline ? failed$ : this.#received(next(request))));
  };

  /** The storage as the page sees it. An operation that has begun ends, whatever happens to the page. */
  storageOf(storage: Storage): Storage {
    const whileRunning = async <R>(operation: () => Promise<R>): Promise<R> => {
      await this.#running();
      try {
        return await operation();
      } finally {
        await this.#running();
      }
    };
    return {
      open: async (onLost) => {
        const open: OpenStorage = await whileRunning(() => storage.open(onLost, this.#clock));
        return {
          read: (work) => whileRunning(() => open.read(work)),
          commit: (work, durability) => whileRunning(() => open.commit(work, durability)),
          clear: (first) => whileRunning(() => open.clear(first)),
          close: () => open.close(),
        };
      },
    };
  }

  #run(work: () => void): void {
    if (this.#state === 'runs') work();
    else if (this.#state === 'frozen') this.#missed.push(work);
  }

  #running(): Promise<void> {
    return new Promise((resolve) => this.#run(resolve));
  }

  #received(responses$: Observable<unknown>): Observable<unknown> {
    return new Observable((subscriber) => {
      const lost = this.#lost.subscribe(() =>
        this.#run(() => subscriber.error(new TypeError('Failed to fetch'))),
      );
      lost.add(
        responses$.subscribe({
          next: (response) => this.#run(() => subscriber.next(response)),
          error: (error: unknown) => this.#run(() => subscriber.error(error)),
          complete: () => this.#run(() => subscriber.complete()),
        }),
      );
      return lost;
    });
  }
}
