import { filter, isObservable, map, type Observable, Subscription } from 'rxjs';
import { reportGlobally } from '../shared/reportGlobally.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { Store } from '../store/Store.ts';
import type { StorePlugin } from '../store/Plugins.ts';
import { coalesce, type CoalesceOptions } from './coalesce.ts';
import type { LiveSource } from './LiveSource.ts';

/** How messages are written into a store. */
export interface ApplyOptions<M> extends Omit<CoalesceOptions<M>, 'onDropped'> {
  /**
   * Runs when messages may have been missed: after a reconnect, or when more than `limit` came.
   * Call `store.expireAll(…)` here.
   */
  readonly onGap?: (store: Store) => void;
  /**
   * Takes the errors of `apply`, `onGap` and the source. Default: the global `reportError`, else
   * the console.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * A plugin that writes messages into the store. It calls `apply` for each message; all messages
 * within `interval` (16 ms) are one commit. If `apply` throws, the message is reported and skipped,
 * and the other messages of the commit are applied a second time. A reset of the store drops the
 * gathered messages and reconnects the source. Throws `SB_OPTION_INVALID`.
 *
 * @example
 * ```ts
 * const store = createStore({
 *   plugins: [
 *     applyMessages(socket, (to, price) => to.set(Price, price), {
 *       key: ({ symbol }) => symbol,
 *       onGap: (of) => of.expireAll(getPrices),
 *     }),
 *   ],
 * });
 * ```
 */
export function applyMessages<M>(
  source: LiveSource<M> | Observable<M>,
  apply: (store: Store, message: M) => void,
  { onGap, onError = reportGlobally, key, ...options }: ApplyOptions<M> = {},
): StorePlugin {
  const live = isObservable(source) ? undefined : source;
  const messages$ = isObservable(source) ? source : source.messages$;
  const gather = (missed: () => void) =>
    coalesce<Stamped<M>>({
      ...options,
      ...(key && { key: ({ message }) => key(message) }),
      onDropped: missed,
    });
  // Report wrong options here, not when a store is created.
  gather(() => {});
  return function applyMessagesTo(store) {
    let session = 0;
    const missed = (): void => {
      try {
        onGap?.(store);
      } catch (error) {
        onError(error);
      }
    };
    const commit = (gathered: readonly Stamped<M>[]): void => {
      const messages = gathered.flatMap((one) => (one.session === session ? [one.message] : []));
      if (messages.length > 0) applyAll(store, messages, apply, onError);
    };
    const subscribe = (): Subscription =>
      messages$
        .pipe(
          map((message) => ({ session, message })),
          gather(missed),
        )
        .subscribe({ next: commit, error: onError });
    let current = subscribe();
    const subscription = new Subscription(() => current.unsubscribe());
    if (live) subscription.add(live.reconnected$.subscribe(missed));
    subscription.add(
      store.actions$.pipe(filter(({ type }) => type === 'reset')).subscribe(() => {
        session++;
        // A source that has ended with an error may work in the next session.
        if (current.closed) current = subscribe();
        else live?.restart();
      }),
    );
    return subscription;
  };
}

/** A message with the session of the store in which it arrived. */
interface Stamped<M> {
  readonly session: number;
  readonly message: M;
}

function applyAll<M>(
  store: Store,
  messages: readonly M[],
  apply: (store: Store, message: M) => void,
  onError: (error: unknown) => void,
): void {
  try {
    store.batch(() => {
      for (const message of messages) apply(store, message);
    });
  } catch (cause) {
    if (messages.length > 1) {
      // The batch stored nothing. Apply its messages one at a time, so that the valid ones are
      // stored.
      for (const message of messages) applyAll(store, [message], apply, onError);
    } else {
      onError(new StreambedError('SB_MESSAGE', 'A message could not be applied.', { cause }));
    }
  }
}
