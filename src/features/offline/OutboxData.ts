import { type BehaviorSubject, Subject } from 'rxjs';
import { restoreMutation } from '../../kernel/optimistic/queuedMutations.ts';
import type { Mutation } from '../../kernel/optimistic/sendMutation.ts';
import { placeholderLost } from '../../kernel/requests/placeholderLost.ts';
import type { MutationQueue } from '../../kernel/requests/Requests.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { asError } from '../../shared/asError.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import type { SharedStorage } from '../persist/SharedStorage.ts';
import { pksOf, replaceIds } from './createdIds.ts';
import { MutationIds } from './MutationIds.ts';
import { MutationList } from './MutationList.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import { argsProblem, outboxFull } from './outboxErrors.ts';
import { OutboxLoader } from './OutboxLoader.ts';
import { type MutationNews, OutboxTabs } from './OutboxTabs.ts';
import type { SettledMutation } from './PendingMutation.ts';
import { QueuedMutation } from './QueuedMutation.ts';
import { Sender } from './Sender.ts';
import { StoredOutbox } from './StoredOutbox.ts';
import { turnsOf } from './turns.ts';

/** The mutations of a store that the server has not settled, of all tabs. */
export class OutboxData implements StoreFeature, MutationQueue {
  readonly list = new MutationList();
  readonly settled = new Subject<SettledMutation>();
  readonly online: BehaviorSubject<boolean>;
  readonly ids: MutationIds;
  readonly loader: OutboxLoader;
  readonly sender: Sender;
  /** The outbox in the storage, if there is one. */
  stored: StoredOutbox | undefined;
  tabs: OutboxTabs | undefined;
  readonly #internals: StoreInternals;
  readonly #settings: OfflineSettings;
  /** Names this tab in ids and claims. */
  readonly program: string;
  /** Those whose args cannot be stored. */
  readonly #direct = new WeakSet<Mutation>();
  /** Those that are stored next, in one transaction. */
  #made: QueuedMutation[] = [];
  #storage: SharedStorage | undefined;
  isLoading = true;
  #opened!: () => void;
  /** Resolves when the mutations of before the reload are there. */
  readonly #ready = new Promise<void>((resolve) => (this.#opened = resolve));

  constructor(
    internals: StoreInternals,
    settings: OfflineSettings,
    online: BehaviorSubject<boolean>,
  ) {
    const { clock, options, requests } = internals;
    const numbers = [clock.now(), options.random() * 2 ** 32];
    // A log-out resets it first.
    sessionOf(internals);
    this.#internals = internals;
    this.#settings = settings;
    this.program = numbers.map((number) => Math.floor(number).toString(36)).join('-');
    this.online = online;
    this.ids = new MutationIds(clock, this.program);
    this.loader = new OutboxLoader(internals, settings, this);
    this.sender = new Sender(internals, settings, this);
    requests.prefix = `${this.program}.`;
    requests.queue = this;
  }

  /**
   * Begins with the mutations that the storage has; without a storage, mutations are sent as they
   * are made. Resolves when their layers are shown; never rejects.
   */
  async open(storage: SharedStorage | undefined): Promise<void> {
    this.#storage = storage;
    if (storage) {
      this.stored = new StoredOutbox(storage, this.program);
      this.tabs = new OutboxTabs(this.#internals, this.#settings, this.loader, this.sender);
      await this.loader.load();
    } else {
      const made = this.list.all.map(({ request }) => request);
      this.#internals.requests.queue = undefined;
      this.list.clear();
      for (const request of made) request?.proceed();
    }
    this.isLoading = false;
    this.#internals.streams.idsChanged();
    this.#opened();
  }

  // --- the queue of the store

  mayStart(request: Mutation): boolean {
    const known = this.list.of(request.id);
    // One that another tab has sent is not in the list any more.
    if (known || request.isSettled) return known?.status === 'sending';
    const { args, endpoint, fetchedAt: createdAt, id: owner, key, seq } = request;
    const { name } = endpoint;
    if (!this.#settings.endpoints.has(name) || this.#direct.has(request)) return true;
    const problem = argsProblem(name, args);
    if (problem) {
      this.#direct.add(request);
      this.#internals.report(problem, key);
      return true;
    }
    const made = { id: this.ids.next(), owner, seq, createdAt, endpoint, name, args };
    const mutation = new QueuedMutation({ ...made, reporter: this.#internals });
    this.list.add(mutation);
    this.#follow(mutation, request);
    // The layer is visible then, also if the mutation is made in a batch.
    runInMicrotask(() => void this.#keep(mutation, request));
    return false;
  }

  mayRetry(request: Mutation, error: Error): boolean {
    const mutation = this.list.of(request.id);
    return mutation !== undefined && this.sender.mayRetry(mutation, request, error);
  }

  // --- what programs do

  /** See `Outbox`. */
  retry(id: string): void {
    const mutation = this.list.byId(id);
    if (mutation?.status !== 'failed') return this.sender.wake(mutation ? [mutation] : []);
    if (!mutation.endpoint) return;
    const revived = this.list.failedWith(mutation).filter(({ endpoint }) => endpoint);
    this.#internals.commits.batch(() => {
      for (const each of revived) {
        each.revive();
        this.send(each);
      }
    });
    void this.update(revived);
    this.list.changed();
    // Another tab may have discarded what creates the entity.
    this.loader.refuseLost();
    this.sender.run();
  }

  /** See `Outbox`. */
  discard(id: string): void {
    const mutation = this.list.byId(id);
    if (!mutation) return;
    const discarded = this.list.withChildren(mutation);
    this.drop(discarded);
    void this.settle({ ids: discarded.map((each) => each.id), outcome: 'discarded' });
    this.sender.run();
  }

  /** See `Outbox`. */
  flush(): Promise<void> {
    return this.#ready.then(() => this.sender.flush());
  }

  // --- what the sender needs

  /** Reports a failure of the storage. */
  report(error: unknown): void {
    this.#storage?.report(error);
  }

  /** Stores the state of mutations, and sends their ids to other tabs. Never rejects. */
  async update(mutations: readonly QueuedMutation[], until?: number): Promise<boolean> {
    const stored = mutations.filter(({ isStored }) => isStored);
    const now = this.#internals.clock.now();
    let areOwn = true;
    try {
      if (stored.length > 0) areOwn = (await this.stored?.update(stored, now, until)) !== false;
      if (until === undefined) this.tabs?.changed({ ids: stored.map(({ id }) => id) }, areOwn);
    } catch (error) {
      this.report(error);
    }
    return areOwn;
  }

  // --- the store

  reset(): void {
    this.sender.stop();
    this.list.clear();
    this.tabs?.reset();
  }

  end(): void {
    this.sender.stop();
    this.tabs?.end();
  }

  // --- the life of a mutation

  /** Makes the request of a mutation of before the reload, or of one that is sent again. */
  send(mutation: QueuedMutation): void {
    const { requests, streams } = this.#internals;
    const { args, createdAt: fetchedAt, endpoint, owner: id, seq } = mutation;
    try {
      // The cast holds: mutations without an endpoint are refused.
      const call = { key: streams.keyOf(endpoint!, args), endpoint: endpoint!, args };
      this.#follow(mutation, restoreMutation(requests, call, { id, seq, fetchedAt }));
    } catch (error) {
      this.refuse(mutation, asError(error));
    }
  }

  #follow(mutation: QueuedMutation, request: Mutation): void {
    mutation.request = request;
    const ifCurrent =
      <T>(act: (outcome: T) => unknown) =>
      (outcome: T): void => {
        const isCurrent = this.list.has(mutation) && mutation.request === request;
        if (isCurrent && !this.#internals.isOver) act(outcome);
      };
    request.promise.then(
      ifCurrent(() => this.#done(mutation)),
      ifCurrent((error: unknown) => {
        const isLost = StreambedError.is(error) && error.code === 'SB_PLACEHOLDER_LOST';
        const { hasResponse, id, isRefused } = mutation;
        // Otherwise, the caller has aborted it.
        if (isRefused || hasResponse || isLost) this.refuse(mutation, asError(error));
        else this.discard(id);
      }),
    );
  }

  /** Stores a new mutation, with all that are made in the same moment, and has them sent. */
  async #keep(mutation: QueuedMutation, request: Mutation): Promise<void> {
    mutation.expectRows(request);
    if (this.#made.push(mutation) > 1) return;
    await this.#ready;
    const made = this.#made.filter((each) => this.list.has(each));
    this.#made = [];
    if (made.length === 0) return;
    let isStored = false;
    try {
      isStored = (await this.stored?.put(made)) === true;
      if (isStored) this.tabs?.changed({ ids: made.map(({ id }) => id) });
    } catch (cause) {
      this.report(outboxFull(made.map(({ name }) => name).join(), cause));
    }
    for (const each of made) {
      each.isStored = isStored;
      each.isReady = true;
    }
    this.loader.refuseLost();
    // What the user does now is tried now.
    const turns = turnsOf(this.list.toSend);
    this.sender.wake(made.flatMap((each) => turns.get(each) ?? []));
  }

  async #done(mutation: QueuedMutation): Promise<void> {
    mutation.renewAt = Infinity;
    const pks = pksOf(this.#internals, mutation);
    const changed = replaceIds(this.list.all, pks);
    const { id, name, args, response, rows } = mutation;
    await this.settle({ ids: [id], outcome: 'done', pks, response, rows }, changed);
    if (!this.list.has(mutation) || this.#internals.isOver) return;
    this.list.remove([mutation]);
    this.settled.next({ id, name, args, outcome: 'done' });
    this.sender.run();
  }

  /** Keeps a mutation that cannot be sent, and those that refer to the entity that it creates. */
  refuse(mutation: QueuedMutation, error: Error): void {
    const family = this.list.withChildren(mutation);
    const refused = family.filter((each) => each === mutation || each.status !== 'failed');
    for (const each of refused) {
      const { request } = each;
      this.failHere(each, each === mutation || !request ? error : placeholderLost(request));
    }
    void this.update(refused);
    this.list.changed();
    this.sender.run();
  }

  /** Rolls back a mutation that cannot be sent, and keeps it. */
  failHere(mutation: QueuedMutation, error: Error): void {
    const { args, id, name, request } = mutation;
    mutation.refuse(error, mutation.failedAt ?? this.#internals.clock.now());
    request?.abort(error);
    this.loader.expire(mutation);
    this.settled.next({ id, name, args, outcome: 'failed', error });
  }

  /** Forgets mutations that are not sent. */
  drop(mutations: readonly QueuedMutation[]): void {
    this.list.remove(mutations);
    for (const each of mutations) {
      each.request?.abort('the mutation was discarded');
      // The server may have got a try.
      if (each.attempts > 0) this.loader.expire(each);
    }
  }

  /** Deletes mutations from the storage, and sends that to other tabs. Never rejects. */
  async settle(
    news: MutationNews & { readonly ids: readonly string[] },
    changed: readonly QueuedMutation[] = [],
  ): Promise<void> {
    try {
      await this.stored?.settle(news.ids, news.pks, changed, this.#internals.clock.now());
      this.tabs?.changed(news);
    } catch (error) {
      this.report(error);
    }
  }
}
