import type { ServerUser } from './FakeServer.ts';
import { EXPIRY, KEYS, type KeySpec } from './keys.ts';
import { tolerated } from './tolerated.ts';
import type { Part } from './Operation.ts';

/*
 * What a store has to show, written from the contract and not from the code: one map of rows, one record per key, everything computed
 * anew each time. Not told by the contract, and so not compared:
 * - `fetching` of a key whose only requests under way were sent before it was invalidated or expired;
 * - whether a key that nobody holds and that has no answer is known to `expireAll` and `invalidateAll`;
 * - whether a kind of which only removals are known counts as seen.
 */

/** The newest that is known of a user; without a record it was removed. */
export interface Row {
  readonly record: Part | undefined;
  readonly seq: number;
  readonly expiresAt: number;
}

/** What is known of a key. Numbers are places in the one order; 0 is before everything. */
export interface Key {
  readonly spec: KeySpec;
  readers: number;
  /** Subscribers that never ask. */
  lookers: number;
  /** Where the answer or the error stands. */
  seq: number;
  expiresAt: number;
  /** Ids, one id, or the value of a key without schema; `undefined`: none. */
  answer: readonly string[] | string | undefined;
  error: string | undefined;
  invalidated: number;
  expired: number;
  /** Where it may have been expired: of keys that nobody holds, or whose user was removed, it is not told. */
  maybeExpired: number;
  /** Whether it has shown data, shows none, and nobody has asked yet. */
  hasLost: boolean;
}

/** A request under way, or one that was. */
export interface Request {
  /** Undefined for mutations. */
  readonly key: Key | undefined;
  seq: number;
  /** The users that it brought, or is known to change. */
  readonly ids: Set<string>;
  /** Those that were under way at the same time, and may have seen the server before or after it. */
  readonly others: Set<Request>;
  /** What a mutation shows until it is over. */
  layer?: (rows: Map<string, Row>) => void;
  /** Whether a promise waits for it. */
  isAwaited: boolean;
  /** How its promises settle: `ok …` or `failed …`. */
  outcome?: string;
}

/** What has to be asked again when all of `until` are over. */
interface Doubt {
  readonly key: Key | undefined;
  readonly ids: readonly string[];
  readonly until: readonly Request[];
}

export interface Shown {
  readonly status: 'invalid' | 'stale' | 'valid';
  readonly data: string;
  readonly error: string | undefined;
  /** `undefined`: not told by the contract. */
  readonly fetching: boolean | undefined;
}

/** Stands for `undefined` in what is shown. */
export const NOTHING = '-';

export class ReferenceModel {
  now = 1_000_000;
  /** What is confirmed. */
  rows = new Map<string, Row>();
  #visible: Map<string, Row> | undefined;
  #doubts: Doubt[] = [];
  /** Whether a user was ever seen, `undefined`: not told. */
  isSeen: boolean | undefined = false;
  readonly keys: readonly Key[] = KEYS.map((spec) => ({ spec, readers: 0, lookers: 0, ...unknown() }));
  /** In the order of sending. */
  pending: Request[] = [];
  /** Keys that may ask again, which is not told. */
  readonly maybeAsked = new Set<Key>();
  /** Sent since the last look. */
  sent: Request[] = [];
  #seq = 0;
  #ending: Request | undefined;
  #depth = 0;
  readonly #asked = new Set<Key>();

  next(): number {
    return ++this.#seq;
  }

  // --- what is shown

  /** What is confirmed, with what mutations under way show on top, in the order of sending. */
  get visible(): Map<string, Row> {
    if (this.#visible) return this.#visible;
    const rows = new Map(this.rows);
    for (const { layer } of this.pending) layer?.(rows);
    return (this.#visible = rows);
  }

  user(id: string, rows = this.visible): string {
    const record = rows.get(id)?.record;
    return record ? `${id[0] === '*' ? '*' : id}:${record.name ?? ''}:${record.email ?? ''}` : NOTHING;
  }

  list(ids: Iterable<string> = this.visible.keys()): string {
    const users = [...ids].map((id) => this.user(id));
    return `[${users.filter((user) => user !== NOTHING).join(' ')}]`;
  }

  /** Whether a user was ever seen; `undefined`: not told. */
  get #isKnown(): boolean | undefined {
    if ([...this.visible.values()].some(({ record }) => record)) return true;
    return this.isSeen || (this.pending.some(({ layer }) => layer) ? undefined : this.isSeen);
  }

  /** What a query for all users gives; `undefined`: not told. */
  everybody(): string | undefined {
    const isKnown = this.#isKnown;
    return isKnown === undefined ? undefined : isKnown ? this.list() : NOTHING;
  }

  /** Whether the contract tells what the key shows. */
  isTold({ spec, answer }: Key): boolean {
    return spec.kind !== 'all' || answer !== undefined || this.#isKnown !== undefined;
  }

  show(key: Key): Shown {
    const { data, isComplete, expiresAt } = this.#view(key);
    const isOwn = key.answer !== undefined || key.error !== undefined;
    const byCall = key.seq < key.expired;
    const isExpired = byCall || (isOwn ? key.expiresAt : expiresAt) < this.now;
    const hasFailed = key.error !== undefined && !isExpired;
    const expired = key.spec.invalidIfStale ? 'invalid' : 'stale';
    const isFresh = !isExpired && (isComplete || hasFailed);
    const status = data === NOTHING ? (hasFailed ? 'valid' : 'invalid') : isFresh ? 'valid' : expired;
    const requests = this.pending.filter((request) => request.key === key);
    const fetching = this.joinable(key) ? true : requests.length > 0 ? undefined : false;
    return { status, data: status === 'invalid' && byCall ? NOTHING : data, error: key.error, fetching };
  }

  #view({ spec, answer, invalidated }: Key, rows = this.visible) {
    if (answer !== undefined) {
      const data =
        spec.kind === 'detail' ? this.user(answer as string, rows)
        : spec.kind === 'all' ? this.list()
        : spec.kind === 'list' ? this.list(answer)
        : (answer as string);
      return { data, isComplete: true, expiresAt: 0 };
    }
    // An invalidated key shows nothing until an answer, even where its entities are known.
    const isInferable = invalidated === 0 && (spec.kind === 'detail' || (spec.kind === 'all' && this.#isKnown));
    if (!isInferable) return { data: NOTHING, isComplete: false, expiresAt: 0 };
    if (spec.kind === 'all') return { data: this.list(), isComplete: false, expiresAt: Infinity };
    return { data: this.user(spec.id!, rows), isComplete: true, expiresAt: rows.get(spec.id!)?.expiresAt ?? 0 };
  }

  // --- requests

  /** The read that a reader may join: one that was sent after the last call that made the key ask again. */
  joinable(key: Key): Request | undefined {
    const since = Math.max(key.invalidated, key.expired);
    return this.pending.find((request) => request.key === key && request.seq > since);
  }

  send(key?: Key, ids: readonly string[] = [], layer?: Request['layer']): Request {
    const request: Request = { key, seq: this.next(), ids: new Set(ids), others: new Set(), isAwaited: false };
    if (layer) request.layer = layer;
    const overlapped = this.#ending && tolerated.readAtEndOfMutationOverlaps ? [this.#ending] : [];
    for (const other of [...this.pending, ...overlapped]) {
      if (key && other.key) continue;
      request.others.add(other);
      other.others.add(request);
    }
    this.sent.push(request);
    if (layer) this.commit(() => this.pending.push(request));
    else this.pending.push(request);
    return request;
  }

  /** A request has an answer or has failed. */
  end(request: Request, outcome: string): void {
    request.outcome = outcome;
    this.#ending = request;
    this.pending.splice(this.pending.indexOf(request), 1);
  }

  /**
   * Where the answer of a mutation stands for a user: at its arrival, but at its sending if another one for the same user was sent since.
   */
  placeOf({ seq, others }: Request, id: string, arrival: number): number {
    const isOvertaken = [...others].some((other) => !other.key && other.seq > seq && other.ids.has(id));
    return isOvertaken ? seq : arrival;
  }

  /**
   * A request is over: what it has in common with one that it overlapped has to be asked again, when all that overlapped them are over.
   * Gives the keys that are asked again now.
   */
  land(request: Request, seq: number): readonly Key[] | undefined {
    this.#ending = undefined;
    for (const other of request.others) {
      if (this.pending.includes(other)) continue;
      const ids = [...request.ids].filter((id) => other.ids.has(id));
      const until = [...request.others, ...other.others].filter((each) => !each.key);
      if (ids.length > 0) this.#doubts.push({ key: request.key ?? other.key, ids, until });
    }
    const isDue = ({ until }: Doubt): boolean => !until.some((each) => this.pending.includes(each));
    const due = this.#doubts.filter(isDue);
    this.#doubts = this.#doubts.filter((doubt) => !isDue(doubt));
    if (due.length === 0) return undefined;
    const keys = this.#keysOf(due);
    this.commit(() => this.mark(keys, 'expired', tolerated.removalAsksTwice ? this.next() : seq));
    return keys;
  }

  #keysOf(doubts: readonly Doubt[]): readonly Key[] {
    const ids = new Set(doubts.filter(({ key }) => !key).flatMap((doubt) => doubt.ids));
    for (const id of ids) {
      const row = this.rows.get(id);
      if (row) this.rows.set(id, { ...row, expiresAt: 0 });
    }
    const certain: Key[] = [];
    for (const key of this.keys) {
      const about = this.idsOf(key).filter((id) => ids.has(id));
      const isHeld = key.readers + key.lookers > 0 || (key.answer !== undefined && !tolerated.unheldStaysValid);
      const isShown = this.show(key).data !== NOTHING && about.some((id) => this.visible.get(id)?.record);
      if (doubts.some((doubt) => doubt.key === key) || (isHeld && isShown)) certain.push(key);
      else if (about.length > 0) {
        key.maybeExpired = this.next();
        this.maybeAsked.add(key);
      }
    }
    return certain;
  }

  /** A key turns out to have been expired. */
  expireMaybe(key: Key): void {
    key.expired = key.maybeExpired;
    key.maybeExpired = 0;
  }

  /** The users that the answer of a key is about. */
  idsOf({ spec, answer }: Key): readonly string[] {
    if (spec.kind === 'all') return [...this.rows.keys()];
    return spec.kind === 'detail' ? [spec.id!] : spec.kind === 'list' ? [answer ?? []].flat() : [];
  }

  #sendUnlessJoinable(key: Key): Request {
    return this.joinable(key) ?? this.send(key);
  }

  subscribe(key: Key): void {
    key.readers++;
    key.hasLost = false;
    if (this.show(key).status !== 'valid') this.#sendUnlessJoinable(key);
  }

  unsubscribe(key: Key): void {
    key.readers--;
    this.letGo(key);
  }

  /** Requests of a key with `cancel` end with their last lease. */
  letGo(key: Key | undefined): void {
    if (!key?.spec.cancel || key.readers > 0) return;
    const requests = this.pending.filter((request) => request.key === key);
    if (requests.some((request) => request.isAwaited)) return;
    const last = this.joinable(key);
    this.pending = this.pending.filter((request) => request !== last);
  }

  /** A promise for an answer: that of a request, or an outcome at once. */
  fetch(key: Key, ifStale: boolean): Request | string {
    const { status, data, error } = this.show(key);
    if (ifStale && status === 'valid') return error === undefined ? `ok ${data}` : `failed ${error}`;
    const request = this.#sendUnlessJoinable(key);
    request.isAwaited = true;
    return request;
  }

  // --- commits

  /** One change: all that `write` does, then readers ask whose key has to be asked again or has lost its data. */
  commit(write: () => void): void {
    if (this.#depth > 0) return write();
    const had = this.keys.filter((key) => this.show(key).data !== NOTHING);
    this.#depth++;
    write();
    this.#depth--;
    this.#visible = undefined;
    for (const key of had) key.hasLost = key.readers > 0;
    for (const key of this.keys) {
      if (this.show(key).data !== NOTHING) key.hasLost = false;
      // What a mutation under way has taken away may come back, or is asked for when that is over.
      if (!key.hasLost || this.pending.some(({ layer, ids }) => layer && (tolerated.anyLayerDefers || ids.has(key.spec.id!)))) continue;
      key.hasLost = false;
      this.#asked.add(key);
    }
    for (const key of this.#asked) if (key.readers > 0) this.#sendUnlessJoinable(key);
    this.#asked.clear();
  }

  putUser(user: Part & { readonly id: string }, seq: number, expiresAt: number, rows = this.rows): void {
    if (rows === this.rows) this.isSeen = true;
    const { id, ...part } = user;
    const row = rows.get(id);
    if (row && row.seq > seq) {
      // What was overtaken fills in what is missing.
      if (row.record) rows.set(id, { ...row, record: { ...part, ...row.record } });
      return;
    }
    if (!row?.record) rows.delete(id);
    rows.set(id, { record: { ...row?.record, ...part }, seq, expiresAt });
  }

  dropUser(id: string, seq: number, rows = this.rows): void {
    if (rows === this.rows) this.isSeen ||= undefined;
    const row = rows.get(id);
    if (!row || row.seq <= seq) rows.set(id, { record: undefined, seq, expiresAt: 0 });
  }

  /** The answer of a read, or one that is set. */
  answer(key: Key, body: unknown, seq: number): void {
    const expiresAt = this.now + key.spec.expiry;
    const users = key.spec.kind === 'raw' ? [] : [body as ServerUser | ServerUser[]].flat();
    for (const user of users) this.putUser(user, seq, expiresAt);
    if (key.seq > seq || key.invalidated > seq) return;
    const ids = users.map(({ id }) => id);
    key.answer = key.spec.kind === 'raw' ? JSON.stringify(body) : key.spec.kind === 'detail' ? ids[0] : ids;
    Object.assign(key, { error: undefined, seq, expiresAt: seq < key.expired ? 0 : expiresAt });
  }

  fail(key: Key, error: string, seq: number): void {
    if (key.seq > seq || key.invalidated > seq) return;
    Object.assign(key, { error, seq, expiresAt: seq < key.expired ? 0 : this.now + EXPIRY.error });
  }

  /** `asksAgain` marks: `invalidated` forgets what the key has, `expired` lets it be shown. */
  mark(keys: readonly Key[], how: 'invalidated' | 'expired', seq: number): void {
    for (const key of keys) {
      if (how === 'invalidated') Object.assign(key, { answer: undefined, error: undefined, expired: 0 });
      key[how] = seq;
      this.#asked.add(key);
    }
  }

  /** Requests that are sent after the call belong to the next session. */
  reset(seq: number): void {
    this.rows = new Map();
    this.isSeen = false;
    this.#doubts = [];
    this.#ending = undefined;
    for (const request of this.pending.filter((each) => each.seq < seq)) {
      this.end(request, 'failed SB_RESET');
      request.ids.clear();
    }
    for (const key of this.keys) {
      Object.assign(key, unknown());
      this.#asked.add(key);
    }
  }
}

function unknown() {
  return { seq: 0, expiresAt: 0, answer: undefined, error: undefined, invalidated: 0, expired: 0, maybeExpired: 0, hasLost: false };
}
