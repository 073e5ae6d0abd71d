import { BehaviorSubject, Subject } from 'rxjs';
import { acceptResponse, restoreMutation } from '../../kernel/optimistic/queuedMutations.ts';
import {
  addExpectedRows,
  placeholderLost,
  type Mutation,
} from '../../kernel/optimistic/sendMutation.ts';
import type { MutationQueue } from '../../kernel/requests/Requests.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { asError } from '../../shared/asError.ts';
import { packValue } from '../../shared/codec/valueCodec.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { SharedStorage } from '../persist/SharedStorage.ts';
import { learnRealPks, pksOf, replaceIds } from './createdIds.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import { hydrateRows, restored } from './restored.ts';
import type { OutboxSource } from './OutboxState.ts';
import type { PendingMutation, SettledMutation } from './PendingMutation.ts';
import { QueuedMutation } from './QueuedMutation.ts';
import { Sender } from './Sender.ts';
import { type Claim, StoredOutbox } from './StoredOutbox.ts';
import { turnsOf } from './turns.ts';

/** The mutations of a store that the server has not settled, in this tab. */
export class OutboxData implements StoreFeature, MutationQueue, OutboxSource {
  readonly pending = new BehaviorSubject<readonly PendingMutation[]>([]);
  readonly failed = new BehaviorSubject<readonly PendingMutation[]>([]);
  readonly settled = new Subject<SettledMutation>();
  readonly online: BehaviorSubject<boolean>;
  /** In their order. */
  list: readonly QueuedMutation[] = [];
  stored: StoredOutbox | undefined;
  readonly #internals: StoreInternals;
  readonly #settings: OfflineSettings;
  readonly #tab: string;
  readonly #sender: Sender;
  /** Mutations of before the reload come after it, and before the next one. */
  readonly #firstSeq: number;
  readonly #byOwner = new Map<string, QueuedMutation>();
  /** Those whose args cannot be stored. */
  readonly #direct = new WeakSet<Mutation>();
  #storage: SharedStorage | undefined;
  #start: (() => void) | undefined;
  /** Resolves when the mutations of before the reload are there. */
  readonly #restored: Promise<void>;
  #lastId: readonly [time: number, count: number] = [0, 0];
  #willEmit = false;

  constructor(
    internals: StoreInternals,
    settings: OfflineSettings,
    online: BehaviorSubject<boolean>,
  ) {
    const { clock, options, requests } = internals;
    this.#internals = internals;
    this.#settings = settings;
    this.online = online;
    this.#tab = [clock.now(), options.random() * 2 ** 32]
      .map((n) => Math.floor(n).toString(36))
      .join('-');
    this.#sender = new Sender(internals, settings, this);
    this.#firstSeq = requests.nextSeq();
    requests.prefix = `${this.#tab}.`;
    requests.queue = this;
    this.#restored = new Promise((resolve) => (this.#start = resolve));
  }

  /**
   * Begins with the mutations that the storage has; without a storage, mutations are sent as they
   * are made. Resolves when their layers are shown; never rejects.
   */
  async open(storage: SharedStorage | undefined): Promise<void> {
    this.#storage = storage;
    if (storage) {
      this.stored = new StoredOutbox(storage, this.#tab);
      await this.#load(this.stored);
    } else {
      const requests = this.list.map(({ request }) => request);
      this.#internals.requests.queue = undefined;
      this.#forget();
      this.changed();
      for (const request of requests) request?.proceed();
    }
    this.#start?.();
  }

  /** A mutation that makes this request, or tries again. */
  sentBy(args: readonly unknown[]): QueuedMutation | undefined {
    return this.list.find(({ request, status }) => status === 'sending' && request?.args === args);
  }

  // --- the queue of the store

  mayStart(request: Mutation): boolean {
    const known = this.#byOwner.get(request.id);
    if (known) return known.status === 'sending';
    const { args, endpoint, fetchedAt: createdAt, id: owner, seq } = request;
    const { name } = endpoint;
    if (!this.#settings.endpoints.has(name) || this.#direct.has(request)) return true;
    try {
      packValue(args, 'The argument');
    } catch (cause) {
      this.#direct.add(request);
      const what = `${name}: the mutation is sent without being stored.`;
      this.#internals.report(
        new StreambedError('SB_ARGS_UNSUPPORTED', what, { cause }),
        request.key,
      );
      return true;
    }
    const id = this.newId();
    const mutation = new QueuedMutation({ id, owner, seq, createdAt, endpoint, name, args });
    this.#add(mutation);
    this.#follow(mutation, request);
    runInMicrotask(() => void this.#keep(mutation, request));
    this.changed();
    return false;
  }

  mayRetry(request: Mutation, error: Error): boolean {
    const mutation = this.#byOwner.get(request.id);
    return mutation !== undefined && this.#sender.mayRetry(mutation, request, error);
  }

  // --- commands

  retry(id: string): void {
    const mutation = this.list.find((each) => each.id === id);
    if (mutation?.status !== 'failed') return this.#sender.wake(mutation ? [mutation] : []);
    if (!mutation.endpoint) return;
    const revived = this.#withChildren(mutation).filter(({ status }) => status === 'failed');
    this.#internals.commits.batch(() => {
      for (const each of revived) {
        each.revive();
        this.#send(each);
      }
    });
    void this.#put(revived);
    this.#sender.run();
  }

  discard(id: string): void {
    const mutation = this.list.find((each) => each.id === id);
    if (!mutation) return;
    const discarded = this.#withChildren(mutation);
    const requests = discarded.map(({ request }) => request);
    this.#remove(discarded);
    for (const request of requests) request?.abort('the mutation was discarded');
    this.stored?.settle(discarded.map((each) => each.id)).catch((error) => this.report(error));
    this.#sender.run();
  }

  pause(): void {
    this.#sender.isPaused = true;
    this.changed();
  }

  resume(): void {
    this.#sender.isPaused = false;
    this.#sender.wake();
  }

  /** Tries at once what waits. */
  wake(): void {
    this.#sender.wake();
  }

  async flush(): Promise<void> {
    await this.#restored;
    await this.#sender.flush();
  }

  // --- what the sender needs

  has(mutation: QueuedMutation): boolean {
    return this.#byOwner.get(mutation.owner) === mutation;
  }

  newId(): string {
    const [time, count] = this.#lastId;
    const now = this.#internals.clock.now();
    this.#lastId = now > time ? [now, 0] : [time, count + 1];
    const [at, number] = this.#lastId.map((part) => Math.floor(part).toString(36).padStart(9, '0'));
    return `${at}-${number.slice(-4)}-${this.#tab}`;
  }

  changed(): void {
    if (this.#willEmit) return;
    this.#willEmit = true;
    runInMicrotask(() => {
      this.#willEmit = false;
      if (!this.#internals.isOver) this.#emit();
    });
  }

  report(error: unknown): void {
    this.#storage?.report(error);
  }

  settledElsewhere(mutation: QueuedMutation, claim: Claim): void {
    if (claim.type === 'failed') {
      mutation.take(claim.stored);
      mutation.isRefused = true;
      // The cast holds: the other tab has stored the error.
      mutation.request?.abort(mutation.error!);
    } else if (claim.type === 'gone') {
      learnRealPks(this.#internals, claim.pks);
      // The rows that it has changed are fetched.
      if (mutation.request) acceptResponse(mutation.request, undefined);
    }
  }

  // --- the store

  reset(): void {
    this.#sender.stop();
    this.#sender.isPaused = false;
    this.#forget();
    this.#emit();
  }

  end(): void {
    this.#sender.stop();
  }

  // --- the life of a mutation

  async #load(stored: StoredOutbox): Promise<void> {
    const { clock, commits } = this.#internals;
    const { epoch } = commits;
    try {
      const loaded = await stored.load(clock.now());
      if (!loaded || this.#internals.isOver || epoch !== commits.epoch) return;
      const { kept, old, refused } = restored(loaded, this.#settings, this.#firstSeq, clock.now());
      const last = kept.at(-1)?.id ?? '';
      this.#lastId = [Math.max(this.#lastId[0], parseInt(last, 36) || 0), this.#lastId[1]];
      // Those that were made meanwhile come after them.
      for (const early of this.list) if (early.id <= last) early.id = early.key = this.newId();
      this.#add(...kept);
      commits.batch(() => {
        hydrateRows(commits, loaded);
        for (const mutation of kept) if (mutation.status === 'waiting') this.#send(mutation);
      });
      for (const [mutation, error] of refused) this.#refuse(mutation, error);
      if (old.length > 0) await stored.settle(old);
    } catch (error) {
      this.report(error);
    }
    this.changed();
    this.#sender.run();
  }

  #add(...mutations: readonly QueuedMutation[]): void {
    for (const mutation of mutations) this.#byOwner.set(mutation.owner, mutation);
    this.list = [...this.list, ...mutations].sort((a, b) => a.seq - b.seq);
  }

  #remove(mutations: readonly QueuedMutation[]): void {
    for (const { owner } of mutations) this.#byOwner.delete(owner);
    this.list = this.list.filter((mutation) => this.has(mutation));
    this.changed();
  }

  #forget(): void {
    this.#byOwner.clear();
    this.list = [];
  }

  /** Makes the request of a mutation of before the reload, or of one that is sent again. */
  #send(mutation: QueuedMutation): void {
    const { requests, streams } = this.#internals;
    const { args, createdAt: fetchedAt, endpoint, owner: id, seq } = mutation;
    try {
      // The cast holds: mutations without an endpoint are refused.
      const key = streams.keyOf(endpoint!, args);
      const call = { key, endpoint: endpoint!, args };
      this.#follow(mutation, restoreMutation(requests, call, { id, seq, fetchedAt }));
    } catch (error) {
      this.#refuse(mutation, asError(error));
    }
  }

  #follow(mutation: QueuedMutation, request: Mutation): void {
    mutation.request = request;
    const isCurrent = (): boolean =>
      !this.#internals.isOver && this.has(mutation) && mutation.request === request;
    request.promise.then(
      () => {
        if (isCurrent()) void this.#done(mutation);
      },
      (error: unknown) => {
        if (isCurrent()) this.#ended(mutation, asError(error));
      },
    );
  }

  /** Stores a new mutation, and has it sent. */
  async #keep(mutation: QueuedMutation, request: Mutation): Promise<void> {
    const rows = new EntityKeySet();
    addExpectedRows(request, rows);
    mutation.rows = rows.isEmpty ? undefined : rows;
    await this.#restored;
    if (!this.has(mutation)) return;
    try {
      mutation.isStored = (await this.stored?.put([mutation])) === true;
    } catch (cause) {
      const what = `${mutation.name}: the mutation is sent without being stored.`;
      this.report(new StreambedError('SB_OUTBOX_FULL', what, { cause }));
    }
    mutation.isReady = true;
    // What the user does now is tried now.
    const earlier = turnsOf(this.list.filter(({ status }) => status !== 'failed')).get(mutation);
    this.#sender.wake(earlier ?? []);
  }

  async #done(mutation: QueuedMutation): Promise<void> {
    mutation.renewAt = Infinity;
    const { clock } = this.#internals;
    const pks = pksOf(this.#internals, mutation);
    const changed = pks.size > 0 ? replaceIds(this.list, mutation, pks) : [];
    try {
      await this.stored?.settle([mutation.id], pks, changed, clock.now());
    } catch (error) {
      this.report(error);
    }
    if (!this.has(mutation) || this.#internals.isOver) return;
    const { id, name, args } = mutation;
    this.#remove([mutation]);
    this.settled.next({ id, name, args, outcome: 'done' });
    this.#sender.run();
  }

  #ended(mutation: QueuedMutation, error: Error): void {
    const { code } = error as { readonly code?: unknown };
    const isLost = code === 'SB_PLACEHOLDER_LOST';
    if (mutation.isRefused || mutation.hasResponse || isLost) this.#refuse(mutation, error);
    // The caller has aborted it.
    else this.discard(mutation.id);
  }

  /** Keeps a mutation that cannot be sent, and those that refer to the entity that it creates. */
  #refuse(mutation: QueuedMutation, error: Error): void {
    const { clock, requests } = this.#internals;
    const refused = this.#withChildren(mutation).filter(
      (each) => each === mutation || each.status !== 'failed',
    );
    for (const each of refused) {
      const { id, name, args, request, rows } = each;
      const why = each === mutation || !request ? error : placeholderLost(request);
      each.refuse(why, clock.now());
      request?.abort(why);
      if (rows) {
        const seq = requests.nextSeq();
        requests.onConflict({ keys: [], rows, removed: new EntityKeySet(), seq });
      }
      this.settled.next({ id, name, args, outcome: 'failed', error: why });
    }
    void this.#put(refused);
    this.changed();
    this.#sender.run();
  }

  /** A mutation, and those that refer to the entity that it creates. */
  #withChildren(mutation: QueuedMutation): readonly QueuedMutation[] {
    const owners = new Set([mutation.owner]);
    return this.list.filter((each) => {
      const isChild = [...each.parents].some((parent) => owners.has(parent));
      if (isChild) owners.add(each.owner);
      return isChild || each === mutation;
    });
  }

  async #put(mutations: readonly QueuedMutation[]): Promise<void> {
    try {
      await this.stored?.put(mutations.filter(({ isStored }) => isStored));
    } catch (error) {
      this.report(error);
    }
  }

  #emit(): void {
    const { isPaused } = this.#sender;
    const failed = this.list.filter(({ status }) => status === 'failed');
    const turns = turnsOf(this.list.filter(({ status }) => status !== 'failed'));
    const pending = [...turns].map(([mutation, earlier]) =>
      mutation.view(
        earlier.map(({ id }) => id),
        isPaused,
      ),
    );
    if (pending.length + this.pending.value.length > 0) this.pending.next(pending);
    if (failed.length + this.failed.value.length > 0) {
      this.failed.next(failed.map((mutation) => mutation.view([], false)));
    }
  }
}
