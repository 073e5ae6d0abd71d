import { filter, finalize, map, Subscription } from 'rxjs';
import { type AnyObservable, toObservable } from '../../kernel/requests/toObservable.ts';
import { reportGlobally } from '../../shared/reportGlobally.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import { atArrival } from './atArrival.ts';
import { coalesce, type CoalesceOptions } from './coalesce.ts';
import type { LiveSource } from './LiveSource.ts';

/** How messages are written into a store. */
export interface ApplyOptions<M> extends Omit<CoalesceOptions<M>, 'onDropped'> {
  /**
   * Runs when messages may have been missed: after a reconnect, or when more than `limit` came.
   * Call `store.expireAll(…)` here.
   */
  readonly onGap?: ((store: Store) => void) | undefined;
  /**
   * Takes the errors of `apply`, `onGap` and the source. Default: the global `reportError`, else
   * the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * A plugin that writes messages into the store. It calls `apply` for each message; all messages
 * within `interval` (16 ms) are one commit. A message counts from its arrival: what is written or
 * requested after it is newer. If `apply` throws, the message is reported and skipped,
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
  source: LiveSource<M> | AnyObservable<M>,
  apply: (store: Store, message: M) => void,
  { onGap, onError = reportGlobally, key, ...options }: ApplyOptions<M> = {},
): StorePlugin {
  const live = 'messages$' in source ? source : undefined;
  const messages$ = toObservable('messages$' in source ? source.messages$ : source);
  const gather = (missed: () => void) =>
    coalesce<Stamped<M>>({
      ...options,
      ...(key && { key: ({ message }) => key(message) }),
      onDropped: missed,
    });
  // Report wrong options here, not when a store is created.
  gather(() => {});
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function applyMessages(store) {
    const { requests } = internalsOf(store);
    let session = 0;
    let oldest: number | undefined;
    const arrived = (message: M): Stamped<M> => {
      const write = atArrival(store, () => apply(store, message));
      requests.waiting.add((oldest ??= requests.lastSeq));
      return { session, message, write };
    };
    const settle = (): void => {
      if (oldest !== undefined) requests.waiting.delete(oldest);
      oldest = undefined;
    };
    const missed = (): void => {
      try {
        onGap?.(store);
      } catch (error) {
        onError(error);
      }
    };
    const commit = (gathered: readonly Stamped<M>[]): void => {
      settle();
      const writes = gathered.flatMap((one) => (one.session === session ? [one.write] : []));
      if (writes.length > 0) applyAll(store, writes, onError);
    };
    const subscribe = (): Subscription =>
      messages$
        .pipe(map(arrived), gather(missed), finalize(settle))
        .subscribe({ next: commit, error: onError });
    let current = subscribe();
    const subscription = new Subscription(() => current.unsubscribe());
    if (live) {
      subscription.add(toObservable(live.reconnected$).subscribe(missed));
      // A source that was closed for good was restarted.
      const tries = toObservable(live.connection$).pipe(filter((state) => state === 'waiting'));
      subscription.add(tries.subscribe(() => current.closed && (current = subscribe())));
    }
    subscription.add(
      store.actions$.pipe(filter(({ type }) => type === 'reset')).subscribe(() => {
        session++;
        // What waits is of the former session, and is not applied.
        settle();
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
  readonly write: () => void;
}

function applyAll(
  store: Store,
  writes: readonly (() => void)[],
  onError: (error: unknown) => void,
): void {
  try {
    store.batch(() => {
      for (const write of writes) write();
    });
  } catch (cause) {
    if (writes.length > 1) {
      // The batch stored nothing. Apply its messages one at a time, so that the valid ones are
      // stored.
      for (const write of writes) applyAll(store, [write], onError);
    } else {
      onError(new StreambedError('SB_MESSAGE', 'A message could not be applied.', { cause }));
    }
  }
}
