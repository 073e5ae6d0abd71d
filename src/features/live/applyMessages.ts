import { filter, Subscription } from 'rxjs';
import { type AnyObservable, toObservable } from '../../kernel/requests/toObservable.ts';
import { guarded, reportGlobally } from '../../shared/reportGlobally.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StorePlugin } from '../../kernel/store/Plugins.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import { atArrival } from './atArrival.ts';
import { type CoalesceOptions, Gathered, gatherSettings } from './coalesce.ts';
import type { ConnectionState, LiveSource } from './LiveSource.ts';

/** How messages are written into a store. */
export interface ApplyOptions<M> extends Omit<CoalesceOptions<M>, 'onDropped'> {
  /**
   * Runs when messages may have been missed: after a reconnect, when the connection first opens and
   * the store has data or requests by then, or when more than `limit` came. Call
   * `store.expireAll(…)` here.
   */
  readonly onGap?: ((store: Store) => void) | undefined;
  /**
   * Takes the errors of `apply`, `key`, `onGap` and the source. Default: the global `reportError`, else
   * the console.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * A plugin that writes messages into the store. It calls `apply` for each message; all messages
 * within `interval` (16 ms), or until a response arrives, are one commit. A message counts from its
 * arrival: what is written or requested after it is newer. If `apply` or `key` throws, the message is
 * reported and skipped, and the other messages of the commit are applied a second time. A reset of
 * the store drops the gathered messages and reconnects the source. Throws `SB_OPTION_INVALID`.
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
  const settings = gatherSettings(options);
  // A response that arrives has waiting messages applied: what fails then must not stop it.
  const report = guarded(onError);
  // oxlint-disable-next-line no-shadow -- The report of a failing plugin has its name.
  return function applyMessages(store) {
    const internals = internalsOf(store);
    const { commits, requests } = internals;
    /** The seq of the oldest message that waits. */
    let oldest: number | undefined;
    /** Whether the connection was open in this session. */
    let wasOpen = false;
    const missed = (): void => {
      try {
        onGap?.(store);
      } catch (error) {
        report(error);
      }
    };
    const settle = (): void => {
      if (oldest !== undefined) requests.waiting.delete(oldest);
      oldest = undefined;
    };
    const gathered = new Gathered<() => void>(settings, (writes, dropped) => {
      if (dropped > 0) missed();
      settle();
      if (writes.length > 0) applyAll(store, writes, report);
    });
    const drop = (): void => {
      gathered.clear();
      settle();
    };
    const arrived = (message: M): void => {
      // Without `key`, a new object is the key of each message: equal messages stay apart.
      let name: unknown = {};
      try {
        if (key) name = key(message);
      } catch (cause) {
        return report(notApplied(cause));
      }
      const write = atArrival(store, () => apply(store, message));
      requests.waiting.set((oldest ??= requests.lastSeq), gathered.emit);
      gathered.add(name, write);
    };
    const ended = (error: unknown): void => {
      gathered.emit();
      report(error);
    };
    const subscribe = (): Subscription =>
      messages$.subscribe({ next: arrived, error: ended, complete: gathered.emit });
    let current = subscribe();
    const subscription = new Subscription(() => {
      current.unsubscribe();
      drop();
    });
    /** Whether the store may have data of before now: its own, that of its requests, or stored data. */
    const mayHaveData = (): boolean =>
      commits.latest.confirmed.kinds.length > 0 || requests.live.size > 0 || !!internals.hold;
    const changed = (state: ConnectionState): void => {
      // A source that was closed for good was restarted.
      if (state === 'waiting' && current.closed) current = subscribe();
      if (state !== 'open' || current.closed) return;
      if (wasOpen || mayHaveData()) missed();
      wasOpen = true;
    };
    if (live) subscription.add(toObservable(live.connection$).subscribe(changed));
    subscription.add(
      store.actions$.pipe(filter(({ type }) => type === 'reset')).subscribe(() => {
        // What waits is of the former session.
        drop();
        wasOpen = false;
        live?.restart();
        // A source that has ended with an error may work in the next session.
        if (current.closed) current = subscribe();
      }),
    );
    return subscription;
  };
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
      onError(notApplied(cause));
    }
  }
}

function notApplied(cause: unknown): StreambedError {
  return new StreambedError('SB_MESSAGE', 'A message could not be applied.', { cause });
}
