import { Docs } from './Docs.ts';
import { type ServerDoc, usersIn } from '../world/FakeServer.ts';
import { type Key, unknown } from './Key.ts';
import { EXPIRY, KEYS, TRIES } from './keys.ts';
import { returnedKeys, taintedKeys } from './taintedKeys.ts';
import { type Conflict, Overlaps } from './Overlaps.ts';
import { Lists, type WriteOptions } from './Lists.ts';
import { LISTS } from './ListSpec.ts';
import { newRequest, type Request } from './Request.ts';
import { NOTHING } from './Rows.ts';
import { type Shown, showKey } from './showKey.ts';
import { Users } from './Users.ts';

/*
 * The state a store has to show, written from the contract and not from the code: one map of rows,
 * one record per key, everything computed anew each time. The contract does not specify, so the
 * histories do not compare:
 * - `fetching` of a key whose only pending requests were sent before it was invalidated or expired;
 * - whether `expireAll` and `invalidateAll` reach a released key without a result;
 * - whether an entity class of which only removals are known counts as seen.
 */

export class ReferenceModel {
  now = 1_000_000;
  /** Whether the store never collects. */
  keepsAll = true;
  readonly users = new Users(() => this.pending);
  readonly lists = new Lists(
    () => this.users.rows,
    () => this.users.predicted,
  );
  readonly docs = new Docs();
  readonly #overlaps = new Overlaps();
  /** True after an event whose outcome the contract does not specify: the history ends there. */
  isUnspecified = false;
  readonly keys: readonly Key[];
  /** In the order of sending. */
  pending: Request[] = [];
  /** Keys that the store may fetch again; the contract leaves it open. */
  readonly maybeRefetched = new Set<Key>();
  /** Requests sent since the last check. */
  sent: Request[] = [];
  #seq = 0;
  #depth = 0;
  readonly #due = new Set<Key>();
  /** Keys to fetch again unless a later response has arrived. */
  readonly #marked = new Map<Key, { readonly seq: number; readonly when: 'at once' | 'in turn' }>();

  /** Whether reads have a time limit and are retried. */
  readonly isTried: boolean;

  constructor(isTried: boolean) {
    this.isTried = isTried;
    this.keys = KEYS.map((spec) => ({
      spec: { ...spec, isTried },
      observers: 0,
      passiveObservers: 0,
      releasedAt: -Infinity,
      exists: false,
      ...unknown(),
    }));
  }

  next(): number {
    return ++this.#seq;
  }

  // --- state

  /** Whether the contract specifies the data of the key. */
  isSpecified({ spec, result }: Key): boolean {
    return spec.kind !== 'all' || result !== undefined || this.users.isKnown !== undefined;
  }

  show(key: Key): Shown {
    return showKey(this, key);
  }

  // --- requests

  /** The read that an observer may join: one sent after the last expiry and invalidation. */
  joinable(key: Key): Request | undefined {
    const since = Math.max(key.invalidated, key.expired);
    return this.pending.find((request) => request.key === key && request.seq > since);
  }

  send(
    key?: Key,
    ids: readonly string[] = [],
    layer?: Request['layer'],
    isQueued = false,
  ): Request {
    // The new request replaces one that pauses between two tries.
    if (key) this.#endPauses(key);
    const request = newRequest(key, this.next(), ids);
    if (key) Object.assign(key, { current: request, refetchDue: undefined });
    if (layer) request.layer = layer;
    if (!isQueued) this.start(request);
    if (layer) this.commit(() => this.pending.push(request));
    else this.pending.push(request);
    return request;
  }

  /** Sends a request. */
  start(request: Request): void {
    request.isQueued = false;
    request.tries++;
    if (request.key?.spec.isTried) request.dueAt = this.now + TRIES.timeout;
    this.#overlaps.begin(
      request,
      this.pending.filter((other) => other !== request),
    );
    this.sent.push(request);
  }

  /** Ends a request with a response or a failure. */
  end(request: Request, outcome: string): void {
    request.outcome = outcome;
    this.pending.splice(this.pending.indexOf(request), 1);
  }

  /** Handles a failed try. Returns true if another one follows after a pause. */
  pause(request: Request, failure: string): boolean {
    const { key } = request;
    if (!key?.spec.isTried || request.tries === TRIES.count || !this.#isRetained(key)) return false;
    // The contract does not specify whether the key was to be fetched again.
    this.isUnspecified ||= key.maybeExpired > request.seq;
    if (key.current !== request) return false;
    Object.assign(request, { failure, dueAt: this.now + TRIES.pause, isQueued: true });
    this.#overlaps.leave(request);
    return true;
  }

  /** These mutations are in no conflict with a request that they overlap. */
  leaveOverlaps(request: Request, mutations: Iterable<Request>): void {
    this.#overlaps.leave(request, mutations);
  }

  /** Ends the pause between two tries. */
  resume(request: Request): void {
    delete request.failure;
    request.seq = this.next();
    request.key!.refetchDue = undefined;
    this.start(request);
  }

  /** Drops further tries. */
  #endPauses(key: Key): void {
    for (const request of this.pending.filter((each) => each.key === key)) {
      if (request.failure !== undefined) this.end(request, `failed ${request.failure}`);
    }
  }

  /**
   * Notes which keys are retained. Open requests of released keys are aborted after the grace time.
   */
  noteLeases(): void {
    for (const key of this.keys)
      key.releasedAt = this.#isRetained(key) ? undefined : (key.releasedAt ?? this.now);
  }

  #isRetained(key: Key): boolean {
    const isAwaited = this.pending.some((request) => request.key === key && request.waiting > 0);
    return key.observers + key.passiveObservers > 0 || isAwaited;
  }

  /** Completes a request. Returns the keys that are fetched once more because of conflicts. */
  complete(request: Request, arrivedSeq: number): readonly Key[] {
    request.completedSeq = arrivedSeq;
    const since = request.key ? 0 : arrivedSeq;
    const settled = this.settleAfter(request);
    const { due, opened } = this.#overlaps.end(request, this.pending);
    const waiting = this.#taint(opened, since, true);
    const marked = this.#taint(due, since, false);
    if (waiting) {
      // A read that is sent now would be in conflict with the pending mutation, too.
      this.commit(() => {
        for (const key of waiting.keys) key.expired = Math.max(key.expired, waiting.seq);
      });
    }
    if (marked) this.commit(() => this.mark(marked.keys, 'expired', marked.seq, 'in turn'));
    this.#leaveListOpen(request);
    const { isOutdated, key, seq } = request;
    if (isOutdated) this.commit(() => this.mark([key!], 'expired', seq + 1, 'in turn'));
    return [
      ...settled,
      ...(isOutdated ? [key!] : []),
      ...[waiting, marked].flatMap((tainted) => tainted?.keys ?? []),
    ];
  }

  /**
   * A list that was read while two mutations changed one user: whether it is fetched once more is left to
   * the specs of lists.
   */
  #leaveListOpen({ ids, key: read, others }: Request): void {
    if (read?.spec.list === undefined) return;
    const completed = (all: Iterable<Request>): Request[] =>
      [...all].filter(({ completedSeq, key }) => !key && completedSeq);
    const mutations = completed(others);
    // One of the two may have completed before the read.
    const areInConflict = mutations.some(
      (one) =>
        one.contradicted.size > 0 ||
        completed(one.others).some((other) => haveCommon(one.ids, other.ids)),
    );
    if (!areInConflict) return;
    const seq = Math.max(...mutations.map(({ completedSeq }) => completedSeq!));
    const isFetchedLater = this.pending.some((each) => !each.key && haveCommon(each.ids, ids));
    for (const key of this.keys.filter(({ spec }) => spec.list === read.spec.list)) {
      key.isOfList = !key.exists && key.spec.kind === 'team';
      key.maybeExpired = Math.max(key.maybeExpired, seq);
      key.isFetchedLater = isFetchedLater;
      this.maybeRefetched.add(key);
    }
  }

  /** A request has a response or has ended. */
  settleAfter({ key, seq, wasCurrent }: Request): readonly Key[] {
    if (!key) return [];
    const responded = key.error === undefined ? key.seq : 0;
    const isLater = Math.max(responded, wasCurrent ? seq : 0) > key.disputedSeq;
    return isLater || this.#isLeft(key) ? this.#settle(key) : [];
  }

  /** Whether no read of the key is wanted, or in flight. */
  #isLeft(key: Key): boolean {
    return key.observers === 0 && !this.#isInFlight(key.current);
  }

  /**
   * The key is not fetched again, or was: users that it was to bring and has not brought are stale
   * in all keys. Returns those that are fetched once more.
   */
  #settle(key: Key): readonly Key[] {
    const { disputed, disputedSeq: seq } = key;
    key.disputed = new Map();
    const isOpen = ([id, since]: readonly [string, number]): boolean => {
      const row = this.users.rows.get(id);
      return row?.record !== undefined && row.seq <= since;
    };
    const ids = new Set([...disputed].filter(isOpen).map(([id]) => id));
    if (ids.size === 0) return [];
    this.users.conflict(ids, [], seq);
    const keys = taintedKeys(this, [], { ids, mayLack: false, seq });
    this.commit(() => this.mark(keys, 'expired', seq, 'in turn'));
    return keys;
  }

  /** Makes stale what conflicts affect; `since`: the seq of a mutation that has just completed. */
  #taint(conflicts: readonly Conflict[], since: number, isOpen: boolean) {
    if (conflicts.length === 0) return undefined;
    const seq = Math.max(since, ...conflicts.map((conflict) => conflict.seq));
    // A read that is not fetched again leaves open what the server has.
    const ids = new Set(
      conflicts
        .filter(({ hasWaited, key }) => hasWaited || !key?.observers)
        .flatMap((conflict) => conflict.ids),
    );
    for (const { ids: common, hasWaited, key } of conflicts) {
      if (hasWaited || !key?.observers) continue;
      const open = common.filter((id) => !ids.has(id)).map((id) => [id, seq] as const);
      key.disputed = new Map([...key.disputed, ...open]);
      key.disputedSeq = Math.max(key.disputedSeq, seq);
    }
    const removed = conflicts.flatMap((conflict) => conflict.removed);
    this.users.conflict(ids, removed, seq);
    const mayLack = removed.length > 0;
    return { keys: taintedKeys(this, conflicts, { ids, mayLack, seq, isOpen }), seq };
  }

  /** Expires a key that the store has turned out to have expired. */
  expireMaybe(key: Key): void {
    if (key.isOfList && key.result === undefined) this.lists.expire(key.spec.list!);
    else key.expired = key.maybeExpired;
    key.maybeExpired = 0;
    if (!key.isFetchedLater && !this.joinable(key)) this.#markForRefetch(key, 'in turn');
  }

  /**
   * Marks a key for a refetch. At once: a read in flight no longer counts, unless it pauses – its
   * next try is sent after this.
   */
  #markForRefetch(key: Key, when: 'at once' | 'in turn'): void {
    key.refetchDue = when;
    if (this.#awaitsTurn(key)) return;
    key.refetchDue = 'at once';
    if (key.current?.failure === undefined && !key.current?.isOpen) key.current = undefined;
  }

  /** Whether the refetch of the key waits for a read in flight. */
  #awaitsTurn({ refetchDue, current }: Key): boolean {
    return refetchDue === 'in turn' && this.#isInFlight(current);
  }

  /** The users in the result of a key. */
  idsOf({ spec, result }: Key): readonly string[] {
    if (spec.kind === 'all') return [...this.users.visible.keys()];
    const isFound = spec.arg === undefined && !spec.isNested;
    if (!isFound && result === undefined) return [];
    if (spec.kind === 'team') return this.lists.idsOf(spec.list!);
    return spec.kind === 'detail' ? [spec.id!] : spec.kind === 'list' ? [result ?? []].flat() : [];
  }

  /** Sends a read unless one can be joined or awaited. */
  #fetchIfNeeded(key: Key): void {
    if (!this.joinable(key) && !this.#awaitsTurn(key)) this.send(key).isDetached = true;
  }

  subscribe(key: Key): void {
    key.observers++;
    const joinable = this.#awaitsTurn(key) ? key.current : this.joinable(key);
    if (joinable) joinable.isDetached = true;
    else {
      const { status } = this.show(key);
      key.refetchDue = undefined;
      // What an earlier observer has lost is fetched later.
      if (status === 'valid') return;
      key.hasLost = this.#isHidden(key);
      if (!key.hasLost) this.#fetchIfNeeded(key);
    }
  }

  /** Whether only pending mutations hide the data of a key. */
  #isHidden(key: Key): boolean {
    return this.#awaitsLayers(key) && this.users.show(key.spec.id!, this.users.rows) !== NOTHING;
  }

  /**
   * Whether a pending mutation may bring the data of a key. An invalidated key shows no user, so no
   * mutation hides its data. A mutation does not hide expired data either.
   */
  #awaitsLayers({ spec, result, invalidated }: Key): boolean {
    const showsUser = result !== undefined || (invalidated === 0 && spec.arg === undefined);
    return showsUser && this.users.isOfLayers(spec.id) && this.users.show(spec.id!) === NOTHING;
  }

  unsubscribe(key: Key): void {
    key.observers--;
    this.release(key);
    if (this.#isLeft(key)) this.#settle(key);
  }

  #isInFlight(request: Request | undefined): boolean {
    return request !== undefined && this.pending.includes(request);
  }

  /** When a key loses its last observer its pauses end; with `cancel` its requests end, too. */
  release(key: Key | undefined): void {
    if (!key || this.#isRetained(key)) return;
    const wasInFlight = this.#isInFlight(key.current);
    this.#endPauses(key);
    if (key.spec.cancel) this.pending = this.pending.filter((request) => request.key !== key);
    if (wasInFlight && !this.#isInFlight(key.current)) this.#settle(key);
  }

  /** Returns the request that the promise waits for, or its outcome if it settles at once. */
  fetch(key: Key, how: 'fetch' | 'fetchFor' | 'fetchIfStale'): Request | string {
    const { status, data, error } = this.show(key);
    if (how === 'fetchIfStale' && status === 'valid')
      return error === undefined ? `ok ${data}` : `failed ${error}`;
    const request = this.joinable(key) ?? this.send(key);
    request.waiting++;
    request.isDetached ||= how !== 'fetchFor';
    return request;
  }

  /**
   * A caller of a read aborts. The last one ends the request, unless the key or the cache needs it.
   */
  abort(request: Request): void {
    const { key } = request;
    request.waiting--;
    this.release(key);
    if (request.isDetached || this.#isRetained(key!)) return;
    this.pending = this.pending.filter((each) => each !== request);
    if (key!.current === request) this.#settle(key!);
  }

  // --- commits

  /**
   * Commits what `write` does. Then keys with observers are fetched if they are marked or have lost
   * their data.
   */
  commit(write: () => void): void {
    if (this.#depth > 0) return write();
    const isUnclear = (key: Key): boolean => key.observers > 0 && !this.isSpecified(key);
    const unclear = this.keys.filter(isUnclear);
    const had = this.keys.filter((key) => this.show(key).data !== NOTHING);
    this.#depth++;
    write();
    this.#depth--;
    this.#expireReturned();
    this.users.changed();
    // An observed list that is not specified as known may lose its data, and be fetched.
    this.isUnspecified ||= this.keys.some(isUnclear);
    this.isUnspecified ||= unclear.some((key) => this.show(key).data === NOTHING);
    const hidden = this.keys.filter((key) => key.hasLost);
    for (const key of had) key.hasLost = key.observers > 0;
    for (const key of this.keys) {
      if (this.show(key).data !== NOTHING || !this.isSpecified(key)) key.hasLost = false;
      // Data that comes back may have expired meanwhile; its observers may be newer than that.
      const isBack = !key.hasLost && hidden.includes(key);
      if (isBack && key.maybeExpired > Math.max(key.expired, key.seq)) this.maybeRefetched.add(key);
      if (isBack ? this.show(key).status !== 'valid' : key.hasLost && !this.#awaitsLayers(key))
        this.#due.add(key);
    }
    const settled: Key[] = [];
    for (const [key, { seq, when }] of this.#marked) {
      if (this.joinable(key)) continue;
      if (key.seq >= seq) {
        settled.push(key);
        continue;
      }
      this.#markForRefetch(key, when);
      this.#due.add(key);
    }
    for (const key of this.keys) if (key.refetchDue === 'in turn') this.#due.add(key);
    for (const key of this.#due) {
      key.hasLost = false;
      if (key.observers > 0) this.#fetchIfNeeded(key);
    }
    this.#due.clear();
    this.#marked.clear();
    for (const key of settled) this.#settle(key);
  }

  /** Results from before the removal of a user that came back with fewer members are stale. */
  #expireReturned(): void {
    const returned = [...this.users.returned];
    this.users.returned.clear();
    for (const [id, seq] of returned)
      this.mark(returnedKeys(this, id, seq), 'expired', seq, 'in turn');
  }

  /**
   * Performs one write of users; the lists follow it. `isNew`: the write counts as later than all
   * lists; `isRead`: it is the response of a read.
   */
  write(seq: number, put: () => void, options: WriteOptions = {}): void {
    const isUnsure = this.users.rowsAre(({ expiresAt, record }) => record && expiresAt === 0);
    const moves = this.users.write(put);
    this.lists.follow(moves, seq, options);
    if (!options.isRead) this.#leaveFollowedOpen([...this.users.written].filter(isUnsure), seq);
  }

  /**
   * Whether lists that lack users are fetched once more is left to the specs of lists if the users were
   * in a conflict: the lists may have followed other records than the server.
   */
  #leaveFollowedOpen(ids: readonly string[], seq: number): void {
    for (const key of this.keys) {
      const list = LISTS[key.spec.list ?? ''];
      if (!list || list.isFixed) continue;
      const isMissing = (id: string): boolean => {
        const record = this.users.rows.get(id)?.record;
        const isIn = this.lists.known.get(key.spec.list!)?.ids.includes(id);
        return record !== undefined && list.matches(record) !== false && !isIn;
      };
      if (!ids.some(isMissing)) continue;
      key.isOfList = !key.exists && key.spec.kind === 'team';
      key.maybeExpired = Math.max(key.maybeExpired, seq);
      key.isFetchedLater = false;
      this.maybeRefetched.add(key);
    }
  }

  /** Writes the response of a read, or one that no request has brought: a message. */
  respond(key: Key, body: unknown, seq: number, isMessage = false): void {
    const { kind, expiry } = key.spec;
    const expiresAt = this.now + expiry;
    const entities = usersIn(key.spec, body);
    if (kind === 'doc' || kind === 'docs') {
      for (const doc of [body as ServerDoc | ServerDoc[]].flat()) this.putDoc(doc, seq);
    }
    const ids = entities.map(({ id }) => id);
    const late = entities.filter(({ id }) => (this.users.rows.get(id)?.seq ?? 0) > seq);
    this.write(
      seq,
      () => {
        if (kind === 'doc' || kind === 'docs') return;
        for (const user of entities) this.users.put(user, seq, this.now, expiry);
        const gone = kind === 'all' ? this.users.dropAbsent(entities, seq) : [];
        if (isMessage) for (const id of [...ids, ...gone]) this.users.hear(id, seq);
        if (kind === 'team') {
          const list = key.spec.list!;
          this.lists.respond(list, ids, seq, { receivedAt: this.now, expiresAt });
          const newer = late.flatMap((before) => {
            const after = this.users.rows.get(before.id)?.record;
            return after ? [{ id: before.id, before, after }] : [];
          });
          this.lists.correct(list, seq, newer);
        }
      },
      { isRead: true },
    );
    if (key.seq > seq || key.invalidated > seq) return;
    const isOne = kind === 'detail' || kind === 'doc';
    key.result = kind === 'raw' ? JSON.stringify(body) : isOne ? ids[0] : ids;
    Object.assign(key, { error: undefined, seq, expiresAt: seq < key.expired ? 0 : expiresAt });
  }

  putDoc({ id, rev }: Pick<ServerDoc, 'id' | 'rev'>, seq: number): void {
    const times = { receivedAt: this.now, expiresAt: this.now + EXPIRY.data };
    this.docs.put(id, rev, seq, times);
  }

  fail(key: Key, error: string, seq: number): void {
    if (key.seq > seq || key.invalidated > seq) return;
    Object.assign(key, { error, seq, expiresAt: seq < key.expired ? 0 : this.now + EXPIRY.error });
  }

  /** `invalidated` drops the result of a key; `expired` keeps it visible. */
  mark(
    keys: readonly Key[],
    how: 'invalidated' | 'expired',
    seq: number,
    when: 'at once' | 'in turn' = 'at once',
  ): void {
    for (const key of keys) {
      // A message may be older than the result.
      if (how === 'invalidated' && (key.seq > seq || key.invalidated > seq)) continue;
      if (how === 'invalidated') Object.assign(key, { result: undefined, error: undefined });
      key[how] = Math.max(key[how], seq);
      this.#marked.set(key, { seq, when });
    }
  }

  /** Requests sent after the call belong to the next session. */
  reset(seq: number): void {
    this.users.reset();
    this.lists.reset();
    this.docs.known.clear();
    this.#overlaps.clear();
    for (const request of this.pending.filter((each) => each.seq < seq)) {
      this.end(request, 'failed SB_RESET');
      request.ids.clear();
    }
    for (const key of this.keys) {
      // Observers whose data a mutation hid have lost it now.
      Object.assign(key, unknown(), { hasLost: key.hasLost });
      this.#marked.set(key, { seq, when: 'at once' });
    }
  }
}

function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((id) => other.has(id));
}
