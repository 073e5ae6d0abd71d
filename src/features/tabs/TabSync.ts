import type { Subscription } from 'rxjs';
import type { Sign, StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { keyAt, splitKey } from '../../kernel/streams/WeakStreams.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import { RESULTS } from '../../kernel/table/KindRows.ts';
import { NO_RESULT } from '../../kernel/table/ResultRecord.ts';
import { listOf, textOf } from '../../shared/codec/valueCodec.ts';
import { isCopyable } from '../../shared/codec/isCopyable.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { isPageVisible } from '../../shared/web/pageSignals.ts';
import type { Channel } from '../channel/Channel.ts';
import { sessionOf } from '../channel/StoreSession.ts';
import { isLaterToken, type LinkedTab, TabLink, type TabMessage } from '../channel/TabLink.ts';
import { resultOf, rowOf } from '../persist/storedRecords.ts';
import { WipeNote } from '../persist/WipeNote.ts';
import { type ChangedAt, RowVersions } from './rowVersions.ts';
import {
  calledLists,
  readChange,
  type SentEndpoint,
  type SentResult,
  type SentRow,
  type TabChange,
} from './TabChange.ts';
import { TabMutations } from './TabMutations.ts';
import { TabReceiver } from './TabReceiver.ts';
import { TabStorage } from './TabStorage.ts';

/** How long a change waits for others, ms: a frame, and longer in a page that is not visible. */
const [FRAME, HIDDEN] = [16, 250];

/** Of more rows, only their entity keys are sent. */
const MOST_ROWS = 500;

/** Sends what a store has changed to other tabs, and takes what these have changed. */
export class TabSync implements StoreFeature, LinkedTab {
  readonly #internals: StoreInternals;
  readonly #link: TabLink;
  readonly #versions: RowVersions;
  readonly #receiver: TabReceiver;
  readonly #mutations: TabMutations;
  readonly #storage: TabStorage;
  /** Notes the last log-out for tabs in the back-forward cache. */
  readonly #note: WipeNote;
  /** The state that other tabs know. */
  #sent: EntityTable;
  #timer: Subscription | undefined;
  readonly #commits: Subscription;
  /** The states since the last message, one for each ms: a change has the time of its own state. */
  #states: { readonly at: number; readonly table: EntityTable }[] = [];
  /** Keys that were last expired because of another tab, which knows that, with the seq of that. */
  readonly #named = new Map<string, number>();
  readonly #refused = new Set<string>();
  /** The endpoints of which all results were signed since the last message. */
  #endpoints: SentEndpoint[] = [];

  constructor(
    internals: StoreInternals,
    channel: Channel,
    settings: { readonly name: string; readonly version: number | string },
  ) {
    this.#internals = internals;
    sessionOf(internals);
    this.#note = new WipeNote(`${settings.name}:tabs`);
    this.#link = new TabLink(internals, channel, settings, this);
    this.#versions = new RowVersions(this.#link.tab);
    this.#receiver = new TabReceiver(internals, this.#versions);
    this.#mutations = new TabMutations(internals, (type, news) => {
      // The rows of a response come before its end. Changes before its beginning are older.
      this.flush();
      return this.#link.post(type, news);
    });
    this.#sent = internals.commits.latest.confirmed;
    this.#storage = new TabStorage(internals, this.#versions, this.#receiver, this);
    const { signedAll } = internals;
    internals.signedAll = (endpoint, sign) => {
      signedAll?.(endpoint, sign);
      this.#endpoints.push([endpoint.name, sign]);
      this.#flushSoon();
    };
    this.#commits = internals.commits.commits$.subscribe(() => {
      const at = internals.clock.now();
      if (this.#states.at(-1)?.at === at) this.#states.pop();
      this.#states.push({ at, table: internals.commits.latest.confirmed });
      this.#flushSoon();
    });
  }

  reset(): void {
    this.#sent = this.#internals.commits.latest.confirmed;
    this.#mutations.clear();
    this.#named.clear();
    this.#endpoints = [];
    this.#states = [];
    const { isFollowed, stored, token } = sessionOf(this.#internals);
    if (isFollowed) return;
    this.#link.logOut();
    // With stored data, its own note does that.
    if (!stored) this.#note.set(token);
  }

  end(): void {
    this.left();
    this.#commits.unsubscribe();
    this.#link.end();
  }

  left(): void {
    this.flush();
    this.#link.post('leave');
  }

  returned(): void {
    const session = sessionOf(this.#internals);
    const logOut = session.stored ? '' : (this.#note.get() ?? '');
    if (isLaterToken(logOut, session.token)) session.follow(logOut);
    // Any of them may have changed meanwhile.
    const { byKey, listed } = this.#internals.streams;
    this.expire([...byKey.keys(), ...listed.keys()].filter((key) => typeof key === 'string'));
  }

  read(message: TabMessage): () => void {
    const { tab, type } = message;
    switch (type) {
      case 'change': {
        const change = readChange(message, this.#internals.clock.now());
        return () => this.take(change, tab);
      }
      case 'many': {
        const [keys, kinds] = [message.keys, message.kinds].map((list) => listOf(list).map(textOf));
        const isStored = message.isStored === true;
        return () => {
          const all = new Set([...keys, ...this.#receiver.keysWith(new Set(kinds))]);
          const report = (error: unknown): void => this.#internals.report(error, '');
          void this.#storage.load([...all], isStored).catch(report);
        };
      }
      case 'begin':
      case 'end':
        return this.#mutations.read(message);
      default:
        return () => type === 'leave' && this.#mutations.endAll(tab);
    }
  }

  /** Sends a message to the other tabs. */
  post(type: string, members: object): void {
    this.#link.post(type, members);
  }

  /** Sends what changed since the last message. */
  flush(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    const { commits, clock } = this.#internals;
    const { confirmed } = commits.latest;
    const before = this.#sent;
    const endpoints = this.#endpoints;
    const states = this.#states;
    this.#states = [];
    // A log-out is on its way to the observers.
    if (confirmed.epoch !== before.epoch || (confirmed === before && !endpoints.length)) return;
    this.#sent = confirmed;
    this.#endpoints = [];
    const changes = before.changesTo(confirmed);
    const changedAt: ChangedAt = (dataIn) => {
      const data = dataIn(confirmed);
      return (states.find(({ table }) => dataIn(table) === data) ?? { at: clock.now() }).at;
    };
    const results: SentResult[] = [];
    for (const key of changes.reserved(RESULTS)) {
      const result = this.#resultOf(key, before, confirmed, changedAt);
      if (result) results.push(result);
    }
    const lists = calledLists(before, confirmed);
    const called = new Set(lists.map(([kind]) => kind));
    const rows: SentRow[] = [];
    const kinds = new Set<string>();
    for (const changed of changes.kinds) {
      const { key: kind } = changed;
      for (const pk of changed.written()) {
        // Each tab collects for itself, and loads for itself.
        if (!confirmed.meta(kind, pk)) continue;
        if (this.#versions.isLoaded(before, confirmed, kind, pk)) continue;
        const version = this.#versions.next(before, confirmed, kind, pk, changedAt, called);
        // The cast holds: the row has meta.
        const row = rowOf(confirmed, kind, pk, version)!;
        if (this.#mayCopy(kind, row)) rows.push([kind, pk, row]);
        kinds.add(kind);
      }
    }
    this.#mutations.conflicts.clear();
    if (rows.length > MOST_ROWS) {
      // The tab that had a key fetched here has it, too.
      const isNamed = (key: string): boolean =>
        (before.result(key) ?? NO_RESULT).seq < (this.#named.get(key) ?? 0);
      const keys = results.map(([key]) => key).filter((key) => !isNamed(key));
      if (keys.length > 0 || results.length === 0) void this.#storage.name(keys, [...kinds]);
      rows.length = results.length = 0;
    }
    if (rows.length + results.length + endpoints.length + lists.length > 0) {
      this.post('change', { rows, results, endpoints, lists });
    }
  }

  /** Takes what another tab has changed. `tab`: the one that sends it; none for stored data. */
  take(change: TabChange, tab?: string): void {
    const { commits, requests } = this.#internals;
    // What changed here until now is not part of the difference that the message makes.
    requests.applyWaiting();
    this.flush();
    const sentAt = tab ? this.#mutations.sentBy(tab) : undefined;
    const taken = this.#receiver.take(change, sentAt, () => {
      this.#sent = commits.latest.confirmed;
    });
    this.#mutations.noteChange(tab, change.rows, taken.followers);
    const keysOf = (sign: Sign): readonly string[] =>
      change.endpoints.flatMap(([name, own]) =>
        own === sign ? this.#receiver.keysNamed(name) : [],
      );
    const behind = this.#receiver.keysBehind(change.lists);
    this.expire([...taken.keys, ...behind, ...change.expired, ...keysOf('expired')]);
    const [keys, seq] = this.#own([...change.invalidated, ...keysOf('invalidated')]);
    this.#internals.invalidation.invalidate(keys, seq);
  }

  /** Has keys fetched because of another tab. */
  expire(named: readonly string[]): void {
    const [keys, seq] = this.#own(named);
    this.#internals.invalidation.expire(keys, seq);
  }

  /** Those of the keys that the store has, and the seq of what is done with them. */
  #own(keys: readonly string[]): readonly [keys: readonly string[], seq: number] {
    const own = [...new Set(keys)].filter((key) => this.#receiver.has(key));
    const seq = this.#internals.requests.nextSeq();
    for (const key of own) this.#named.set(key, seq);
    return [own, seq];
  }

  /** What other tabs get of a result; nothing if only its error changed, or its page. */
  #resultOf(
    key: string,
    before: EntityTable,
    after: EntityTable,
    changedAt: ChangedAt,
  ): SentResult | undefined {
    const row = after.result(key);
    const [own, number] = splitKey(key);
    // Endpoints of several schemas may have other numbers elsewhere.
    if (!row || number > 0 || after.result(keyAt(own, 1))) return undefined;
    const was = before.result(key) ?? NO_RESULT;
    const isNew = row.hasResult && row.error === undefined && row.seq > was.seq;
    const isInvalidated = row.invalidatedSeq > was.invalidatedSeq;
    const isExpired = row.expiredSeq > was.expiredSeq && row.seq < row.expiredSeq;
    const seq = isInvalidated ? row.invalidatedSeq : row.expiredSeq;
    // Another tab has caused it, or detects the same conflict: the data it fetches is sent.
    const isKnown = seq === this.#named.get(key) || this.#mutations.conflicts.has(seq);
    const isSigned = (isInvalidated || isExpired) && !isKnown;
    const sign = isSigned ? (isInvalidated ? 'invalidated' : 'expired') : null;
    if (isNew) {
      const version = this.#versions.nextOfResult(key, was, row, changedAt);
      const result = resultOf(row, version);
      return this.#mayCopy(key, result) ? [key, result, sign] : undefined;
    }
    return sign ? [key, null, sign] : undefined;
  }

  /** Whether a copy has the same classes. What is refused is reported once. */
  #mayCopy(name: string, value: unknown): boolean {
    const may = isCopyable(value);
    if (!may && !this.#refused.has(name)) {
      const what = `Data of "${name}" has no copy for other tabs.`;
      this.#internals.report(new StreambedError('SB_STATE_UNSUPPORTED', what), '');
      this.#refused.add(name);
    }
    return may;
  }

  #flushSoon(): void {
    this.#timer ??= this.#internals.options.scheduler.schedule(
      () => this.flush(),
      isPageVisible() ? FRAME : HIDDEN,
    );
  }
}
