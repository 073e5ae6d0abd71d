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
import type { MutationIds } from './MutationIds.ts';
import type { MutationList } from './MutationList.ts';
import type { OfflineSettings, Outcome } from './OfflineOptions.ts';
import { expired } from './outboxErrors.ts';
import { outcomeOf } from './outcomeOf.ts';
import type { QueuedMutation } from './QueuedMutation.ts';
import type { Claim, StoredOutbox } from './StoredOutbox.ts';
import { mayOverlap, turnsOf } from './turns.ts';

/** The waits between tries, ms. */
const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000];

/** How long a claim lasts if its endpoint has no time limit, ms. It is renewed after half of that. */
const CLAIM = 30_000;

/** What is sent. */
interface Sendable {
  readonly list: MutationList;
  readonly ids: MutationIds;
  /** The outbox in the storage, if there is one. */
  readonly stored: StoredOutbox | undefined;
  /** Reports a failure of the storage. */
  report(error: unknown): void;
  /** Another program has settled a mutation. */
  settledElsewhere(mutation: QueuedMutation, claim: Claim): void;
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
    const { list } = this.#outbox;
    const pending = list.toSend;
    const isBusy = ({ isClaiming, status }: QueuedMutation): boolean =>
      isClaiming || status === 'sending';
    let free = this.#settings.parallel - pending.filter(isBusy).length;
    if (!list.isPaused) {
      for (const [mutation, earlier] of turnsOf(pending)) {
        const { heldUntil, isReady, nextTryAt } = mutation;
        const isDue = isReady && earlier.length === 0 && Math.max(heldUntil, nextTryAt) <= now;
        if (free <= 0 || !isDue || isBusy(mutation)) continue;
        // One that has failed and is retried may come before one that is in flight.
        if (!pending.every((each) => !isBusy(each) || mayOverlap(each, mutation))) continue;
        free--;
        void this.#claim(mutation);
      }
    }
    this.#schedule();
    if (pending.some((each) => isBusy(each) || !each.isReady)) return;
    for (const idle of this.#idle.splice(0)) idle();
  }

  /** Ends the waits of mutations whose last try has failed. */
  wake(mutations: Iterable<QueuedMutation> = this.#outbox.list.all): void {
    for (const mutation of mutations) mutation.nextTryAt = 0;
    this.run();
    this.#outbox.list.changed();
  }

  /** Sends nothing more until `resume()`. */
  pause(): void {
    this.#outbox.list.isPaused = true;
    this.#outbox.list.changed();
  }

  /** Sends again what waits. */
  resume(): void {
    this.#outbox.list.isPaused = false;
    this.wake();
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
    for (const mutation of this.#outbox.list.all) {
      if (mutation.status !== 'sending') continue;
      this.#outbox.stored?.update(mutation).catch((error: unknown) => this.#outbox.report(error));
    }
  }

  /** Sends nothing more. */
  stop(): void {
    this.#internals.requests.deadlines.set(this.#tick, Infinity);
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
    mutation.error = error;
    mutation.status = 'waiting';
    mutation.renewAt = Infinity;
    pauseMutation(request, error);
    if (outcome === 'pause') {
      this.#outbox.list.isPaused = true;
    } else if (outcome === 'retry') {
      const jitter = fullJitter(mutation.attempts, FIRST_WAIT, LONGEST_WAIT, options.random);
      mutation.nextTryAt = now + (retryAfter(error, now) ?? 0) + jitter;
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
    this.#outbox.list.changed();
    try {
      await this.#outbox.stored?.update(mutation);
    } catch (error) {
      this.#outbox.report(error);
    }
    this.run();
  }

  async #claim(mutation: QueuedMutation): Promise<void> {
    mutation.isClaiming = true;
    const length = this.#lengthOf(mutation);
    const now = this.#internals.clock.now();
    let claim: Claim | undefined;
    try {
      const { stored } = this.#outbox;
      if (mutation.isStored) claim = await stored?.claim(mutation, now, now + length);
    } catch (error) {
      // It is sent all the same: the server knows it by its key.
      this.#outbox.report(error);
    }
    mutation.isClaiming = false;
    const isPending = this.#outbox.list.has(mutation) && mutation.status === 'waiting';
    if (this.#internals.isOver || !isPending) return;
    if (claim?.type === 'held') {
      mutation.heldUntil = claim.until;
    } else if (claim?.type === 'gone' || claim?.type === 'failed') {
      this.#outbox.settledElsewhere(mutation, claim);
    } else if (this.#outbox.list.isPaused) {
      await this.#release(mutation);
      return;
    } else {
      mutation.attempts++;
      mutation.status = 'sending';
      mutation.hasResponse = false;
      mutation.nextTryAt = 0;
      mutation.renewAt = this.#internals.clock.now() + length / 2;
      this.#outbox.list.changed();
      // The cast holds: pending mutations have a request.
      resumeMutation(mutation.request!);
    }
    this.run();
  }

  #lengthOf({ endpoint }: QueuedMutation): number {
    const { timeout = this.#internals.options.timeout } = endpoint ?? {};
    return timeout < Infinity ? timeout : CLAIM;
  }

  readonly #tick = (): void => {
    const now = this.#internals.clock.now();
    for (const mutation of this.#outbox.list.all) {
      if (mutation.renewAt > now) continue;
      const length = this.#lengthOf(mutation);
      mutation.renewAt = now + length / 2;
      const renewed = this.#outbox.stored?.update(mutation, now + length);
      renewed?.catch((error: unknown) => this.#outbox.report(error));
    }
    this.run();
  };

  #schedule(): void {
    const now = this.#internals.clock.now();
    const { list } = this.#outbox;
    let next = Infinity;
    for (const { heldUntil, nextTryAt, renewAt, status } of list.all) {
      const tryAt = list.isPaused ? Infinity : Math.max(heldUntil, nextTryAt);
      const at = status === 'waiting' ? tryAt : renewAt;
      if (at > now) next = Math.min(next, at);
    }
    this.#internals.requests.deadlines.set(this.#tick, next);
  }
}
