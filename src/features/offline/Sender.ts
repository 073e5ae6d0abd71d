import type { Observable } from 'rxjs';
import {
  acceptResponse,
  pauseMutation,
  resumeMutation,
} from '../../kernel/optimistic/queuedMutations.ts';
import { replaceArgs } from '../../kernel/optimistic/layers.ts';
import type { Mutation } from '../../kernel/optimistic/sendMutation.ts';
import { retryAfter } from '../../kernel/requests/retryWait.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { fullJitter } from '../../shared/fullJitter.ts';
import { isOnline } from '../../shared/web/pageSignals.ts';
import type { MutationIds } from './MutationIds.ts';
import type { MutationList } from './MutationList.ts';
import type { OfflineSettings, Outcome } from './OfflineOptions.ts';
import { expired } from './outboxErrors.ts';
import { outcomeOf } from './outcomeOf.ts';
import type { OutboxLoader } from './OutboxLoader.ts';
import type { OutboxTabs } from './OutboxTabs.ts';
import type { QueuedMutation } from './QueuedMutation.ts';
import type { Claim, StoredOutbox } from './StoredOutbox.ts';
import { mayOverlap, turnsOf } from './turns.ts';
import { whileOwn } from './whileOwn.ts';

/** The waits between tries, ms. */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000];

/** How long the message about a mutation that another tab has settled may take, ms. */
const NEWS = 1_000;

/** What is sent. */
interface Sendable {
  readonly list: MutationList;
  readonly ids: MutationIds;
  /** The outbox in the storage, if there is one. */
  readonly stored: StoredOutbox | undefined;
  readonly tabs: OutboxTabs | undefined;
  /** Stores the state of mutations, and sends their ids to other tabs. Never rejects. */
  update(mutations: readonly QueuedMutation[], until?: number): Promise<boolean>;
  readonly loader: OutboxLoader;
  /** Reports a failure of the storage. */
  report(error: unknown): void;
}

/** Sends mutations in their turns, each under a claim, and decides about failed tries. */
export class Sender {
  readonly #internals: StoreInternals;
  readonly #settings: OfflineSettings;
  readonly #outbox: Sendable;
  /** Called when nothing more can be sent. */
  #idle: (() => void)[] = [];

  constructor(internals: StoreInternals, settings: OfflineSettings, outbox: Sendable) {
    this.#internals = internals;
    this.#settings = settings;
    this.#outbox = outbox;
  }

  /** Sends all whose turn it is. */
  run(): void {
    const { clock, isOver } = this.#internals;
    if (isOver) return;
    const now = clock.now();
    const { list, tabs } = this.#outbox;
    const lock = tabs?.lock;
    const pending = list.toSend;
    const due: QueuedMutation[] = [];
    for (const [mutation, earlier] of list.isPaused ? [] : turnsOf(pending)) {
      // A claim of another tab ends with its lock.
      if (lock?.isHeld || mutation.heldUntil <= now) mutation.heldUntil = 0;
      const { heldUntil, isReady, nextTryAt } = mutation;
      const isFree = isReady && earlier.length === 0 && nextTryAt <= now && !mutation.isBusy;
      if (isFree && (lock || heldUntil === 0)) due.push(mutation);
    }
    if (due.length > 0) lock?.want();
    else if (!pending.some((each) => each.isBusy)) lock?.leave();
    let free = this.#settings.parallel - pending.filter((each) => each.isBusy).length;
    for (const mutation of lock && !lock.isHeld ? [] : due) {
      // One that has failed and is retried may come before one that is in flight.
      if (free <= 0 || !pending.every((each) => !each.isBusy || mayOverlap(each, mutation)))
        continue;
      free--;
      void this.#claim(mutation);
    }
    this.#schedule();
    const isWaiting = lock !== undefined && due.length > 0;
    if (isWaiting || pending.some((each) => each.isBusy || !each.isReady)) return;
    for (const idle of this.#idle.splice(0)) idle();
  }

  /** This tab has got the lock, or has lost it: another tab may have taken its claims. */
  lockChanged(): void {
    for (const mutation of this.#outbox.list.all) mutation.claimedUntil = 0;
    this.run();
  }

  /** Ends the waits of mutations whose last try has failed. */
  wake(mutations: Iterable<QueuedMutation> = this.#outbox.list.all): void {
    for (const mutation of mutations) if (!mutation.isGone) mutation.wake();
    this.run();
    this.#outbox.list.changed();
  }

  /** Sends nothing more, or sends again what waits. `isNews`: another tab has said so. */
  setPaused(isPaused: boolean, isNews = false): void {
    this.#outbox.list.isPaused = isPaused;
    this.wake(isPaused ? [] : undefined);
    if (!isNews) this.#outbox.tabs?.paused(isPaused);
  }

  /** Tries at once what waits. Resolves when nothing more can be sent. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.wake();
    });
  }

  /** The page may not come back: others need not wait for the ends of its claims. */
  leave(): void {
    const { list, tabs } = this.#outbox;
    const sending = list.all.filter(({ status }) => status === 'sending');
    for (const mutation of sending) mutation.claimedUntil = 0;
    void this.#outbox.update(sending);
    tabs?.lock?.leave();
  }

  /** Responses to a try of this tab. */
  whileOwn(mutation: QueuedMutation, responses$: Observable<unknown>): Observable<unknown> {
    return whileOwn(
      responses$,
      () => this.#isOwn(mutation),
      () => this.#regain(mutation),
    );
  }

  #isOwn({ claimedUntil, isStored }: QueuedMutation): boolean {
    const { lock } = this.#outbox.tabs ?? {};
    return !isStored || (this.#internals.clock.now() < claimedUntil && lock?.isHeld !== false);
  }

  /** Renews a claim that another tab may have taken. Returns whether it has not. */
  async #regain(mutation: QueuedMutation): Promise<boolean> {
    const { list } = this.#outbox;
    const { request } = mutation;
    if (await this.#renew(mutation)) return true;
    if (list.has(mutation) && mutation.status === 'sending' && request) {
      mutation.wait();
      pauseMutation(request, new Error('Another tab sends it.'));
      this.run();
      list.changed();
    }
    return false;
  }

  async #renew(mutation: QueuedMutation): Promise<boolean> {
    const length = mutation.claimLength(this.#internals.options);
    const now = this.#internals.clock.now();
    mutation.renewAt = now + length / 2;
    const isOwn = await this.#outbox.update([mutation], now + length);
    mutation.claimedUntil = isOwn ? now + length : 0;
    return isOwn;
  }

  /** Sends nothing more. */
  stop(): void {
    this.#internals.requests.deadlines.set(this.#tick, Infinity);
    this.#outbox.tabs?.lock?.leave();
    for (const idle of this.#idle.splice(0)) idle();
  }

  /** What becomes of a failed try. Returns whether it was not the last one. */
  mayRetry(mutation: QueuedMutation, request: Mutation, error: Error): boolean {
    const { clock, options, requests } = this.#internals;
    const now = clock.now();
    const outcome = this.#outcome(mutation, request, error);
    if (outcome === 'done') {
      acceptResponse(request, undefined);
      return true;
    }
    if (outcome === 'fail') {
      mutation.isRefused = true;
      return false;
    }
    if (outcome === 'retry' && now - mutation.createdAt >= this.#settings.maxAge) {
      mutation.isRefused = true;
      request.abort(expired(mutation.name, error));
      return true;
    }
    mutation.failed(error);
    pauseMutation(request, error);
    if (outcome === 'pause') {
      this.setPaused(true);
    } else if (outcome === 'retry') {
      // Without a network, the event of its return ends the wait.
      const wait = isOnline()
        ? fullJitter(mutation.attempts, FIRST_WAIT, LONGEST_WAIT, options.random)
        : LONGEST_WAIT;
      mutation.nextTryAt = now + (retryAfter(error, now) ?? 0) + wait;
    } else {
      const { args } = outcome;
      // Another mutation for the server, in the same position.
      mutation.key = this.#outbox.ids.next();
      mutation.args = request.args = args;
      replaceArgs(requests, mutation.owner, args);
    }
    void this.#release(mutation);
    return true;
  }

  #outcome(mutation: QueuedMutation, { endpoint }: Mutation, error: Error): Outcome {
    const byDefault = outcomeOf(error, endpoint);
    try {
      return this.#settings.outcome?.(error, mutation.view([], false)) ?? byDefault;
    } catch (thrown) {
      this.#internals.report(thrown, '');
      return byDefault;
    }
  }

  async #release(mutation: QueuedMutation): Promise<void> {
    // The next tab that gets the lock must know of the wait.
    mutation.isUpdating = true;
    this.#outbox.list.changed();
    await this.#outbox.update([mutation]);
    mutation.isUpdating = false;
    this.run();
  }

  async #claim(mutation: QueuedMutation): Promise<void> {
    mutation.isUpdating = true;
    const length = mutation.claimLength(this.#internals.options);
    const now = this.#internals.clock.now();
    let claim: Claim | undefined;
    const { list, loader, stored, tabs } = this.#outbox;
    try {
      // A tab that was frozen learns only now that its lock is stolen.
      const isFree = (): boolean => tabs?.lock?.isHeld === true;
      if (mutation.isStored) claim = await stored?.claim(mutation, now, now + length, isFree);
    } catch (error) {
      // It is sent all the same: the server knows it by its key.
      this.#outbox.report(error);
    }
    mutation.isUpdating = false;
    const isPending = list.has(mutation) && mutation.status === 'waiting';
    if (this.#internals.isOver || !isPending) return;
    if (claim?.type === 'held') {
      mutation.heldUntil = claim.until;
    } else if (claim?.type === 'gone') {
      const isLate = mutation.isGone || !tabs?.hasNews;
      mutation.isGone = true;
      // The lock is faster than the message with the outcome.
      mutation.nextTryAt = now + NEWS;
      if (isLate) void loader.load({ ids: [mutation.id], outcome: 'done', pks: claim.pks });
    } else if (claim?.type === 'waits') {
      if (!mutation.isWoken) mutation.nextTryAt = claim.until;
    } else if (claim?.type === 'failed') {
      loader.adopt(mutation, claim.stored);
      loader.refuseLost();
    } else if (list.isPaused) {
      return this.#release(mutation);
    } else if (tabs?.lock?.isHeld === false) {
      // It was stolen meanwhile: the tab that has it sends the mutation.
    } else {
      if (claim) loader.adopt(mutation, claim.stored);
      else mutation.attempts++;
      mutation.status = 'sending';
      mutation.hasResponse = mutation.isWoken = false;
      mutation.nextTryAt = 0;
      mutation.isOffline = !isOnline();
      mutation.claimedUntil = now + length;
      mutation.renewAt = now + length / 2;
      if (claim) tabs?.changed({ ids: [mutation.id] });
      // The cast holds: pending mutations have a request.
      resumeMutation(mutation.request!, mutation.attempts > 1);
    }
    list.changed();
    this.run();
  }

  readonly #tick = (): void => {
    const now = this.#internals.clock.now();
    for (const each of this.#outbox.list.all) if (each.renewAt <= now) void this.#renew(each);
    this.run();
  };

  #schedule(): void {
    const now = this.#internals.clock.now();
    const { list, tabs } = this.#outbox;
    let next = Infinity;
    for (const { heldUntil, nextTryAt, renewAt, status } of list.all) {
      const tryAt = list.isPaused ? Infinity : Math.max(tabs?.lock ? 0 : heldUntil, nextTryAt);
      const at = status === 'waiting' ? tryAt : renewAt;
      if (at > now) next = Math.min(next, at);
    }
    this.#internals.requests.deadlines.set(this.#tick, next);
  }
}
