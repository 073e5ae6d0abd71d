import { type BehaviorSubject, Subject } from 'rxjs';
import { acceptResponse, restoreMutation } from '../../kernel/optimistic/queuedMutations.ts';
import { type Mutation, placeholderLost } from '../../kernel/optimistic/sendMutation.ts';
import type { MutationQueue } from '../../kernel/requests/Requests.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { asError } from '../../shared/asError.ts';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { SharedStorage } from '../persist/SharedStorage.ts';
import { learnRealPks, pksOf, replaceIds } from './createdIds.ts';
import { fetchChanged } from './fetchChanged.ts';
import { MutationIds } from './MutationIds.ts';
import { MutationList } from './MutationList.ts';
import type { OfflineSettings } from './OfflineOptions.ts';
import { argsProblem, outboxFull } from './outboxErrors.ts';
import type { SettledMutation } from './PendingMutation.ts';
import { QueuedMutation } from './QueuedMutation.ts';
import { hydrateRows, restored } from './restored.ts';
import { Sender } from './Sender.ts';
import { type Claim, StoredOutbox } from './StoredOutbox.ts';
import { turnsOf } from './turns.ts';

/** The mutations of a store that the server has not settled, in this program. */
export class OutboxData implements StoreFeature, MutationQueue {
  readonly list = new MutationList();
  readonly settled = new Subject<SettledMutation>();
  readonly online: BehaviorSubject<boolean>;
  readonly ids: MutationIds;
  readonly sender: Sender;
  /** The outbox in the storage, if there is one. */
  stored: StoredOutbox | undefined;
  readonly #internals: StoreInternals;
  readonly #settings: OfflineSettings;
  /** Names the program in ids and claims. */
  readonly #program: string;
  /** Mutations of before the reload come after it, and before the next one. */
  readonly #firstSeq: number;
  /** Those whose args cannot be stored. */
  readonly #direct = new WeakSet<Mutation>();
  /** Those that are stored next, in one transaction. */
  #made: QueuedMutation[] = [];
  #storage: SharedStorage | undefined;
  #opened: (() => void) | undefined;
  /** Resolves when the mutations of before the reload are there. */
  readonly #ready: Promise<void>;

  constructor(
    internals: StoreInternals,
    settings: OfflineSettings,
    online: BehaviorSubject<boolean>,
  ) {
    const { clock, options, requests } = internals;
    const numbers = [clock.now(), options.random() * 2 ** 32];
    this.#internals = internals;
    this.#settings = settings;
    this.#program = numbers.map((number) => Math.floor(number).toString(36)).join('-');
    this.#firstSeq = requests.nextSeq();
    this.#ready = new Promise((resolve) => (this.#opened = resolve));
    this.online = online;
    this.ids = new MutationIds(clock, this.#program);
    this.sender = new Sender(internals, settings, this);
    requests.prefix = `${this.#program}.`;
    requests.queue = this;
  }

  /**
   * Begins with the mutations that the storage has; without a storage, mutations are sent as they
   * are made. Resolves when their layers are shown; never rejects.
   */
  async open(storage: SharedStorage | undefined): Promise<void> {
    this.#storage = storage;
    if (storage) {
      this.stored = new StoredOutbox(storage, this.#program);
      await this.#load(this.stored);
    } else {
      const made = this.list.all.map(({ request }) => request);
      this.#internals.requests.queue = undefined;
      this.list.clear();
      for (const request of made) request?.proceed();
    }
    this.#opened?.();
  }

  // --- the queue of the store

  mayStart(request: Mutation): boolean {
    const known = this.list.of(request.id);
    if (known) return known.status === 'sending';
    const { args, endpoint, fetchedAt: createdAt, id: owner, key, seq } = request;
    const { name } = endpoint;
    if (!this.#settings.endpoints.has(name) || this.#direct.has(request)) return true;
    const problem = argsProblem(name, args);
    if (problem) {
      this.#direct.add(request);
      this.#internals.report(problem, key);
      return true;
    }
    const id = this.ids.next();
    const mutation = new QueuedMutation({ id, owner, seq, createdAt, endpoint, name, args });
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
        this.#send(each);
      }
    });
    void this.#put(revived);
    this.list.changed();
    this.sender.run();
  }

  /** See `Outbox`. */
  discard(id: string): void {
    const mutation = this.list.byId(id);
    if (!mutation) return;
    const discarded = this.list.withChildren(mutation);
    this.list.remove(discarded);
    for (const each of discarded) {
      each.request?.abort('the mutation was discarded');
      // The server may have got a try.
      if (each.attempts > 0) fetchChanged(this.#internals, each);
    }
    const ids = discarded.map((each) => each.id);
    this.stored?.settle(ids).catch((error: unknown) => this.report(error));
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

  /** Another program has settled a mutation. */
  settledElsewhere(mutation: QueuedMutation, claim: Claim): void {
    const { request } = mutation;
    if (claim.type === 'failed') {
      mutation.take(claim.stored);
      mutation.isRefused = true;
      request?.abort(mutation.error ?? new Error('Another tab has failed to send it.'));
    } else if (claim.type === 'gone' && request) {
      learnRealPks(this.#internals, claim.pks);
      acceptResponse(request, undefined);
      fetchChanged(this.#internals, mutation);
    }
  }

  // --- the store

  reset(): void {
    this.sender.stop();
    this.list.clear();
  }

  end(): void {
    this.sender.stop();
  }

  // --- the life of a mutation

  async #load(stored: StoredOutbox): Promise<void> {
    const { clock, commits } = this.#internals;
    const { epoch } = commits;
    try {
      const loaded = await stored.load(clock.now());
      if (!loaded || this.#internals.isOver || epoch !== commits.epoch) return;
      const { kept, old, refused } = restored(loaded, this.#settings, this.#firstSeq, clock.now());
      this.list.addEarlier(kept, this.ids);
      commits.batch(() => {
        hydrateRows(commits, loaded);
        for (const mutation of kept) if (mutation.status === 'waiting') this.#send(mutation);
      });
      for (const [mutation, error] of refused) this.#refuse(mutation, error);
      if (old.length > 0) await stored.settle(old);
    } catch (error) {
      this.report(error);
    }
    this.sender.run();
  }

  /** Makes the request of a mutation of before the reload, or of one that is sent again. */
  #send(mutation: QueuedMutation): void {
    const { requests, streams } = this.#internals;
    const { args, createdAt: fetchedAt, endpoint, owner: id, seq } = mutation;
    try {
      // The cast holds: mutations without an endpoint are refused.
      const call = { key: streams.keyOf(endpoint!, args), endpoint: endpoint!, args };
      this.#follow(mutation, restoreMutation(requests, call, { id, seq, fetchedAt }));
    } catch (error) {
      this.#refuse(mutation, asError(error));
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
        const isRefused = mutation.isRefused || mutation.hasResponse || isLost;
        if (isRefused) this.#refuse(mutation, asError(error));
        // The caller has aborted it.
        else this.discard(mutation.id);
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
    } catch (cause) {
      this.report(outboxFull(made.map(({ name }) => name).join(), cause));
    }
    for (const each of made) {
      each.isStored = isStored;
      each.isReady = true;
    }
    // What the user does now is tried now.
    const turns = turnsOf(this.list.toSend);
    this.sender.wake(made.flatMap((each) => turns.get(each) ?? []));
  }

  async #done(mutation: QueuedMutation): Promise<void> {
    mutation.renewAt = Infinity;
    const pks = pksOf(this.#internals, mutation);
    const changed = pks.size > 0 ? replaceIds(this.list.all, mutation, pks) : [];
    try {
      await this.stored?.settle([mutation.id], pks, changed, this.#internals.clock.now());
    } catch (error) {
      this.report(error);
    }
    if (!this.list.has(mutation) || this.#internals.isOver) return;
    const { id, name, args } = mutation;
    this.list.remove([mutation]);
    this.settled.next({ id, name, args, outcome: 'done' });
    this.sender.run();
  }

  /** Keeps a mutation that cannot be sent, and those that refer to the entity that it creates. */
  #refuse(mutation: QueuedMutation, error: Error): void {
    const family = this.list.withChildren(mutation);
    const refused = family.filter((each) => each === mutation || each.status !== 'failed');
    for (const each of refused) {
      const { id, name, args, request } = each;
      const why = each === mutation || !request ? error : placeholderLost(request);
      each.refuse(why, this.#internals.clock.now());
      request?.abort(why);
      fetchChanged(this.#internals, each);
      this.settled.next({ id, name, args, outcome: 'failed', error: why });
    }
    void this.#put(refused);
    this.list.changed();
    this.sender.run();
  }

  async #put(mutations: readonly QueuedMutation[]): Promise<void> {
    try {
      await this.stored?.put(mutations.filter(({ isStored }) => isStored));
    } catch (error) {
      this.report(error);
    }
  }
}
