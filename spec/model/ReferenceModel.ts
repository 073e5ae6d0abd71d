import type { ServerUser } from './FakeServer.ts';
import { type Key, unknown } from './Key.ts';
import { EXPIRY, KEYS, TRIES } from './keys.ts';
import { taintedKeys } from './taintedKeys.ts';
import { Overlaps } from './Overlaps.ts';
import { newRequest, type Request } from './Request.ts';
import { NOTHING } from './Rows.ts';
import { type Shown, showKey } from './showKey.ts';
import { Users } from './Users.ts';

/*
 * What a store has to show, written from the contract and not from the code: one map of rows, one record per key, everything computed
 * anew each time. Not told by the contract, and so not compared:
 * - `fetching` of a key whose only requests under way were sent before it was invalidated or expired;
 * - whether a key that nobody holds and that has no answer is known to `expireAll` and `invalidateAll`;
 * - whether a kind of which only removals are known counts as seen.
 */

export class ReferenceModel {
  now = 1_000_000;
  /** Whether nothing is ever taken away. */
  keepsAll = true;
  readonly users = new Users(() => this.pending);
  readonly #overlaps = new Overlaps();
  /** True when something happened that the contract does not tell the outcome of: the history ends there. */
  isUntold = false;
  readonly keys: readonly Key[];
  /** In the order of sending. */
  pending: Request[] = [];
  /** Keys that may ask again, which is not told. */
  readonly maybeAsked = new Set<Key>();
  /** Sent since the last look. */
  sent: Request[] = [];
  #seq = 0;
  #depth = 0;
  readonly #asked = new Set<Key>();
  /** Keys that have to be asked again, unless they have an answer from later on. */
  readonly #marked = new Map<Key, { readonly seq: number; readonly when: 'at once' | 'in turn' }>();

  /** Whether reads take limited time, and are tried again. */
  readonly isTried: boolean;

  constructor(isTried: boolean) {
    this.isTried = isTried;
    this.keys = KEYS.map((spec) => ({
      spec: { ...spec, isTried },
      readers: 0,
      lookers: 0,
      leftAt: -Infinity,
      isKept: false,
      ...unknown(),
    }));
  }

  next(): number {
    return ++this.#seq;
  }

  // --- what is shown

  /** Whether the contract tells what the key shows. */
  isTold({ spec, answer }: Key): boolean {
    return spec.kind !== 'all' || answer !== undefined || this.users.isKnown !== undefined;
  }

  show(key: Key): Shown {
    return showKey(this, key);
  }

  // --- requests

  /** The read that a reader may join: one that was sent after the last call that made the key ask again. */
  joinable(key: Key): Request | undefined {
    const since = Math.max(key.invalidated, key.expired);
    return this.pending.find((request) => request.key === key && request.seq > since);
  }

  send(key?: Key, ids: readonly string[] = [], layer?: Request['layer'], isHeld = false): Request {
    // It takes the place of one that pauses.
    if (key) this.#endPauses(key);
    const request = newRequest(key, this.next(), ids);
    if (key) Object.assign(key, { current: request, mustAsk: undefined });
    if (layer) request.layer = layer;
    if (!isHeld) this.letGoOf(request);
    if (layer) this.commit(() => this.pending.push(request));
    else this.pending.push(request);
    return request;
  }

  /** A request goes on its way. */
  letGoOf(request: Request): void {
    request.isHeld = false;
    request.tries++;
    if (request.key?.spec.isTried) request.dueAt = this.now + TRIES.timeout;
    this.#overlaps.begin(
      request,
      this.pending.filter((other) => other !== request),
    );
    this.sent.push(request);
  }

  /** A request has an answer or has failed. */
  end(request: Request, outcome: string): void {
    request.outcome = outcome;
    this.pending.splice(this.pending.indexOf(request), 1);
  }

  /** A try has failed. True if another one follows after a pause. */
  pause(request: Request, failure: string): boolean {
    const { key } = request;
    if (!key?.spec.isTried || request.tries === TRIES.count || !this.#isHeld(key)) return false;
    // Whether the key was to be asked again is not told.
    this.isUntold ||= key.maybeExpired > request.seq;
    if (key.current !== request) return false;
    Object.assign(request, { failure, dueAt: this.now + TRIES.pause, isHeld: true });
    this.#overlaps.leave(request);
    return true;
  }

  /** The pause between two tries is over. */
  resume(request: Request): void {
    delete request.failure;
    request.seq = this.next();
    request.key!.mustAsk = undefined;
    this.letGoOf(request);
  }

  /** Nobody waits for the next try. */
  #endPauses(key: Key): void {
    for (const request of this.pending.filter((each) => each.key === key)) {
      if (request.failure !== undefined) this.end(request, `failed ${request.failure}`);
    }
  }

  /** Notes who holds what; after a while open requests of keys that nobody holds are given up. */
  noteLeases(): void {
    for (const key of this.keys)
      key.leftAt = this.#isHeld(key) ? undefined : (key.leftAt ?? this.now);
  }

  #isHeld(key: Key): boolean {
    const isAwaited = this.pending.some((request) => request.key === key && request.waiting > 0);
    return key.readers + key.lookers > 0 || isAwaited;
  }

  /** A request is over. Gives the keys that are asked again now, because it overlapped others. */
  land(request: Request, landing: number): readonly Key[] | undefined {
    request.overSeq = landing;
    const due = this.#overlaps.end(request, this.pending);
    if (due.length === 0) return undefined;
    const seq = Math.max(request.key ? 0 : landing, ...due.map((conflict) => conflict.seq));
    const ids = new Set(
      due.filter((conflict) => !conflict.key).flatMap((conflict) => conflict.ids),
    );
    const removed = due.flatMap((conflict) => conflict.removed);
    this.users.conflict(ids, removed, seq);
    const keys = taintedKeys(this, due, { ids, mayLack: removed.length > 0, seq });
    this.commit(() => this.mark(keys, 'expired', seq, 'in turn'));
    return keys;
  }

  /** A key turns out to have been expired. */
  expireMaybe(key: Key): void {
    key.expired = key.maybeExpired;
    key.maybeExpired = 0;
    if (!this.joinable(key)) this.#mustAsk(key, 'in turn');
  }

  /** A read in flight counts no more where the key is asked at once, unless it pauses: then it is sent after this. */
  #mustAsk(key: Key, when: 'at once' | 'in turn'): void {
    key.mustAsk = when;
    if (this.#awaitsTurn(key)) return;
    key.mustAsk = 'at once';
    if (key.current?.failure === undefined && !key.current?.isOpen) key.current = undefined;
  }

  /** Whether a read is in flight after which the key is asked again. */
  #awaitsTurn({ mustAsk, current }: Key): boolean {
    return mustAsk === 'in turn' && current !== undefined && this.pending.includes(current);
  }

  /** The users that the answer of a key is about. */
  idsOf({ spec, answer }: Key): readonly string[] {
    if (spec.kind === 'all') return [...this.users.visible.keys()];
    return spec.kind === 'detail' ? [spec.id!] : spec.kind === 'list' ? [answer ?? []].flat() : [];
  }

  /** A reader asks. */
  #ask(key: Key): void {
    if (!this.joinable(key) && !this.#awaitsTurn(key)) this.send(key).isKept = true;
  }

  subscribe(key: Key): void {
    key.readers++;
    key.hasLost = false;
    const joinable = this.#awaitsTurn(key) ? key.current : this.joinable(key);
    if (joinable) joinable.isKept = true;
    else {
      const { status } = this.show(key);
      key.mustAsk = undefined;
      if (status !== 'valid') this.#ask(key);
    }
  }

  unsubscribe(key: Key): void {
    key.readers--;
    this.letGo(key);
  }

  /** With the last lease of a key its pauses end; where it has `cancel`, its requests do. */
  letGo(key: Key | undefined): void {
    if (!key || this.#isHeld(key)) return;
    this.#endPauses(key);
    if (key.spec.cancel) this.pending = this.pending.filter((request) => request.key !== key);
  }

  /** A promise for an answer: that of a request, or an outcome at once. */
  fetch(key: Key, how: 'fetch' | 'fetchFor' | 'fetchIfStale'): Request | string {
    const { status, data, error } = this.show(key);
    if (how === 'fetchIfStale' && status === 'valid')
      return error === undefined ? `ok ${data}` : `failed ${error}`;
    const request = this.joinable(key) ?? this.send(key);
    request.waiting++;
    request.isKept ||= how !== 'fetchFor';
    return request;
  }

  /** One of those who wait for a read aborts; the last one takes it with him, unless somebody else wants it. */
  abort(request: Request): void {
    const { key } = request;
    request.waiting--;
    this.letGo(key);
    if (!request.isKept && !this.#isHeld(key!))
      this.pending = this.pending.filter((each) => each !== request);
  }

  // --- commits

  /** One change: all that `write` does, then readers ask whose key has to be asked again or has lost its data. */
  commit(write: () => void): void {
    if (this.#depth > 0) return write();
    const had = this.keys.filter((key) => this.show(key).data !== NOTHING);
    this.#depth++;
    write();
    this.#depth--;
    this.users.changed();
    // Who shows a list of which is not told whether it is known may lose it, and ask.
    this.isUntold ||= this.keys.some((key) => key.readers > 0 && !this.isTold(key));
    for (const key of had) key.hasLost = key.readers > 0;
    for (const key of this.keys) {
      if (this.show(key).data !== NOTHING || !this.isTold(key)) key.hasLost = false;
      // What a mutation under way has taken away may come back, or is asked for when that is over.
      if (!key.hasLost || this.users.isOfLayers(key.spec.id)) continue;
      this.#asked.add(key);
    }
    for (const [key, { seq, when }] of this.#marked) {
      if (key.seq >= seq || this.joinable(key)) continue;
      this.#mustAsk(key, when);
      this.#asked.add(key);
    }
    for (const key of this.keys) if (key.mustAsk === 'in turn') this.#asked.add(key);
    for (const key of this.#asked) {
      key.hasLost = false;
      if (key.readers > 0) this.#ask(key);
    }
    this.#asked.clear();
    this.#marked.clear();
  }

  /** The answer of a read, or one that is set. */
  answer(key: Key, body: unknown, seq: number): void {
    const expiresAt = this.now + key.spec.expiry;
    const users = key.spec.kind === 'raw' ? [] : [body as ServerUser | ServerUser[]].flat();
    for (const user of users) this.users.put(user, seq, this.now, key.spec.expiry);
    if (key.spec.kind === 'all') this.users.dropAbsent(users, seq);
    if (key.seq > seq || key.invalidated > seq) return;
    const ids = users.map(({ id }) => id);
    key.answer =
      key.spec.kind === 'raw' ? JSON.stringify(body) : key.spec.kind === 'detail' ? ids[0] : ids;
    Object.assign(key, { error: undefined, seq, expiresAt: seq < key.expired ? 0 : expiresAt });
  }

  fail(key: Key, error: string, seq: number): void {
    if (key.seq > seq || key.invalidated > seq) return;
    Object.assign(key, { error, seq, expiresAt: seq < key.expired ? 0 : this.now + EXPIRY.error });
  }

  /** `invalidated` forgets what the key has, `expired` lets it be shown. */
  mark(
    keys: readonly Key[],
    how: 'invalidated' | 'expired',
    seq: number,
    when: 'at once' | 'in turn' = 'at once',
  ): void {
    for (const key of keys) {
      if (how === 'invalidated')
        Object.assign(key, { answer: undefined, error: undefined, expired: 0 });
      key[how] = Math.max(key[how], seq);
      this.#marked.set(key, { seq, when });
    }
  }

  /** Requests that are sent after the call belong to the next session. */
  reset(seq: number): void {
    this.users.reset();
    this.#overlaps.clear();
    for (const request of this.pending.filter((each) => each.seq < seq)) {
      this.end(request, 'failed SB_RESET');
      request.ids.clear();
    }
    for (const key of this.keys) {
      Object.assign(key, unknown());
      this.#marked.set(key, { seq, when: 'at once' });
    }
  }
}
