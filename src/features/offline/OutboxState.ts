import type { BehaviorSubject, Observable, Subject } from 'rxjs';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { LatestObservable } from '../../kernel/streams/LatestObservable.ts';
import type { Rendered, StateObservable } from '../../kernel/streams/StateObservable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { PendingMutation, SettledMutation } from './PendingMutation.ts';

/** The mutations of a store that the server has not settled. */
export interface Outbox {
  /** Those that are sent, wait or pause, in the order in which they were made. */
  readonly pending$: StateObservable<readonly PendingMutation[]>;
  /** Those that were refused. They are kept until they are retried or discarded, for 30 days. */
  readonly failed$: StateObservable<readonly PendingMutation[]>;
  /** Each outcome, also of mutations that were made before a reload. */
  readonly settled$: Observable<SettledMutation>;
  /** Whether the server can be reached: what the last request says. */
  readonly online$: StateObservable<boolean>;
  /**
   * Has a refused mutation sent again, with those that refer to the entity it creates and those that
   * create the entities it refers to; one that waits is tried at once. Does nothing for other ids.
   */
  retry(id: string): void;
  /** Deletes a mutation and those that refer to the entity it creates. Rolls their predictions back. */
  discard(id: string): void;
  /** Sends nothing more until `resume()`. What is in flight goes on. */
  pause(): void;
  /** Sends again what waits. */
  resume(): void;
  /**
   * Tries at once what waits. Resolves when nothing more can be sent: all mutations are settled, or
   * the last try of the others has failed.
   */
  flush(): Promise<void>;
}

/** What an outbox does, and what it shows. */
interface OutboxSource extends Pick<Outbox, 'retry' | 'discard' | 'flush'> {
  readonly list: {
    readonly pending: BehaviorSubject<readonly PendingMutation[]>;
    readonly failed: BehaviorSubject<readonly PendingMutation[]>;
  };
  readonly settled: Subject<SettledMutation>;
  readonly online: BehaviorSubject<boolean>;
  readonly sender: { setPaused(isPaused: boolean): void };
}

/**
 * The outbox of a store. In a file apart from all that sends mutations: components that show the
 * outbox do not load that.
 */
export class OutboxState implements StoreFeature, Outbox {
  readonly pending$: StateObservable<readonly PendingMutation[]>;
  readonly failed$: StateObservable<readonly PendingMutation[]>;
  readonly settled$: Observable<SettledMutation>;
  readonly online$: StateObservable<boolean>;
  readonly retry: Outbox['retry'];
  readonly discard: Outbox['discard'];
  readonly pause: Outbox['pause'];
  readonly resume: Outbox['resume'];
  readonly flush: Outbox['flush'];
  readonly #source: OutboxSource;

  constructor(internals: StoreInternals, source: OutboxSource) {
    const { list, settled, online, sender } = source;
    const { pending, failed } = list;
    this.#source = source;
    this.pending$ = new PageObservable(internals, pending, []);
    this.failed$ = new PageObservable(internals, failed, []);
    this.settled$ = settled.asObservable();
    this.online$ = new PageObservable(internals, online, true);
    this.retry = (id) => source.retry(id);
    this.discard = (id) => source.discard(id);
    this.pause = () => sender.setPaused(true);
    this.resume = () => sender.setPaused(false);
    this.flush = () => source.flush();
  }

  reset(): void {}

  end(): void {
    const { list, settled, online } = this.#source;
    for (const subject of [list.pending, list.failed, settled, online]) subject.complete();
  }
}

/** A server has no outbox, and a page begins with what the server has rendered. */
class PageObservable<T> extends LatestObservable<T> {
  readonly #ofPage: Rendered<T>;

  constructor(internals: StoreInternals, subject: BehaviorSubject<T>, ofPage: T) {
    super(subject, () => internals.assertAlive());
    this.#ofPage = { value: ofPage };
  }

  override rendered(): Rendered<T> {
    return this.#ofPage;
  }
}

/**
 * The outbox of a store. Throws `SB_OPTION_INVALID` without the plugin `offline`.
 *
 * @example
 * ```ts
 * const unsent = outboxOf(store).pending$.getValue().length;
 * ```
 */
export function outboxOf(store: Store): Outbox {
  const outbox = internalsOf(store).assertAlive().find(OutboxState);
  if (outbox) return outbox;
  throw new StreambedError('SB_OPTION_INVALID', 'The store has no plugin offline.');
}
