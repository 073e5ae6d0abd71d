import { isOwn } from '../../data/schema/isOwn.ts';
import type { FollowerNotes } from '../../data/schema/collection/PageNotes.ts';
import { followersOf } from '../../kernel/commits/followRows.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { Conflict } from '../../kernel/requests/Conflict.ts';
import { type InFlight, type OverlappingRequest } from '../../kernel/requests/InFlight.ts';
import { type MutationWatcher, OverlapTracker } from '../../kernel/requests/OverlapTracker.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { isCopyable } from '../../shared/codec/isCopyable.ts';
import { numberOf } from '../../shared/codec/valueCodec.ts';
import { keysOf, readKeys, type RowKey } from '../channel/rowKeys.ts';
import type { TabMessage } from '../channel/TabLink.ts';
import type { TabRow } from './rowVersions.ts';
import { readRecords } from './TabChange.ts';

/** The tab may have crashed: its mutations end after this time, ms. */
const TIME_LIMIT = 60_000;

/** A message arrives after at most this time, ms, if its tab is not frozen. */
const ON_ITS_WAY = 5_000;

/** Stands for the number of a mutation of which other tabs do not know: they fetch its rows. */
const UNKNOWN = -1;

/** A mutation of this tab. */
interface OwnMutation {
  /** The number of the message of its beginning. */
  readonly n: number;
  /** When it was sent, ms since epoch. */
  readonly sentAt: number;
  /** The rows that other tabs have brought since. */
  readonly brought: EntityKeySet;
}

/** A mutation of this tab that has ended. */
interface EndedMutation {
  readonly inFlight: InFlight;
  /** ms since epoch. */
  readonly endedAt: number;
}

/** A mutation of another tab. */
interface ForeignMutation {
  readonly inFlight: InFlight;
  /** When it was sent, ms since epoch. */
  readonly sentAt: number;
  /** Ends it at its time limit. */
  readonly expire: () => void;
}

/** What other tabs are sent of a mutation. */
export interface MutationNews {
  /** The number of the message of its beginning, of the message of its end. */
  readonly of?: number;
  /** When it was sent, ms since epoch. */
  readonly sentAt?: number;
  readonly rows: readonly RowKey[];
  readonly removed?: readonly RowKey[];
  /** The records that its response brought, of rows that this tab has newer. */
  readonly outdated?: readonly SentRecord[];
  /** See `InFlight`. */
  readonly isRepeated?: boolean;
}

/** What another tab says of the end of a mutation. */
type MutationEnd = Pick<InFlight, 'isRepeated' | 'outdated' | 'removed' | 'rows'>;

/** A record as a message has it. */
type SentRecord = readonly [kind: string, pk: string, record: object];

/**
 * Announces the mutations of this tab, and tracks those of other tabs like its own: a read that
 * overlaps a mutation of its rows, in whichever tab, is fetched once more.
 */
export class TabMutations implements MutationWatcher {
  readonly #internals: StoreInternals;
  readonly #overlaps: OverlapTracker;
  readonly #post: (type: 'begin' | 'end', news: MutationNews) => number;
  readonly #own = new Map<InFlight, OwnMutation>();
  /** Those that have ended lately: messages of mutations that overlap them may be on their way. */
  #ended: readonly EndedMutation[] = [];
  /** Those of other tabs, by tab and number. */
  readonly #foreign = new Map<string, Map<number, ForeignMutation>>();
  /** The seqs of conflicts since the last message about changes. */
  readonly conflicts = new Set<number>();

  constructor(
    internals: StoreInternals,
    post: (type: 'begin' | 'end', news: MutationNews) => number,
  ) {
    this.#internals = internals;
    this.#post = post;
    this.#overlaps = internals.requests.overlaps ??= new OverlapTracker();
    this.#overlaps.watcher = this;
  }

  began(mutation: InFlight): void {
    const sentAt = this.#internals.clock.now();
    const n = this.#post('begin', { rows: keysOf(mutation.rows), sentAt });
    this.#own.set(mutation, { n, sentAt, brought: new EntityKeySet() });
  }

  ended(mutation: InFlight): void {
    const own = this.#own.get(mutation);
    // Those of other tabs end, too.
    if (!own) return;
    this.#own.delete(mutation);
    const { isRepeated, outdated, removed, rows } = mutation;
    this.#post('end', {
      of: own.n,
      isRepeated,
      rows: keysOf(rows),
      removed: keysOf(removed),
      outdated: outdated
        .filter(({ record }) => isCopyable(record))
        .map(({ kind, pk, record }) => [kind, pk, record]),
    });
    const endedAt = this.#internals.clock.now();
    const isLate = (ended: EndedMutation) => ended.endedAt + ON_ITS_WAY > endedAt;
    this.#ended = [...this.#ended.filter(isLate), { inFlight: mutation, endedAt }];
    this.#fetchNumbers(mutation, own);
  }

  /**
   * A number that another tab has read during a mutation may have its change already. If that tab has
   * brought the records, how numbers change is not known.
   */
  #fetchNumbers(mutation: InFlight, { brought, sentAt }: OwnMutation): void {
    const { commits, requests } = this.#internals;
    const [rows, removed] = [new EntityKeySet(), new EntityKeySet()];
    if (mutation.rows.meets(brought)) rows.addAll(mutation.numbers);
    mutation.counted.forEach((kind, pk) => {
      const meta = commits.latest.confirmed.meta(kind, pk);
      if (meta && !isOwn(meta) && meta.receivedAt >= sentAt) rows.add(kind, pk);
    });
    if (!rows.isEmpty) requests.onConflict({ keys: [], rows, removed, seq: requests.nextSeq() });
  }

  conflicted({ isOpen, seq, shared }: Conflict): void {
    const rows = new EntityKeySet();
    for (const [key, common] of shared ?? []) {
      // Otherwise, this tab fetches the key, and the others get its data.
      if (isOpen || !this.#internals.streams.at(key)?.isWanted) rows.addAll(common);
    }
    if (!rows.isEmpty) this.#expire(rows);
    // A message begins with the changes before it, and these are not among them.
    this.conflicts.add(seq);
  }

  /** Has other tabs fetch rows: they do not know of a read of this tab that may be later. */
  #expire(rows: EntityKeySet): void {
    this.#post('end', { of: UNKNOWN, rows: keysOf(rows), removed: [] });
  }

  /** Reads the message of a beginning or an end; throws if it is malformed. Returns a function that applies it. */
  read(message: TabMessage): () => void {
    const { n, tab } = message;
    const rows = readKeys(message.rows);
    if (message.type === 'begin') {
      const sentAt = numberOf(message.sentAt ?? this.#internals.clock.now());
      return () => this.#beginForeign(tab, n, rows, sentAt);
    }
    const of = numberOf(message.of);
    const removed = readKeys(message.removed);
    const outdated = readRecords(message.outdated);
    const isRepeated = message.isRepeated === true;
    return () => this.#endForeign(tab, of, { isRepeated, outdated, removed, rows });
  }

  /** Another tab sends a mutation that is expected to change rows. */
  #beginForeign(tab: string, n: number, rows: EntityKeySet, sentAt: number): void {
    const { clock, deadlines, requests } = this.#internals;
    const seq = requests.nextSeq();
    const request: OverlappingRequest = {
      seq,
      phase: 'sent',
      isSettled: false,
      isForeign: true,
      inFlight: undefined,
    };
    const ended = this.#ended.filter((own) => own.endedAt >= sentAt).map((own) => own.inFlight);
    const inFlight = this.#overlaps.begin(request, seq, requests.live, ended);
    inFlight.rows.addAll(rows);
    const expire = (): void => this.#end(tab, n);
    const ofTab = this.#foreign.get(tab) ?? new Map<number, ForeignMutation>();
    this.#foreign.set(tab, ofTab.set(n, { inFlight, sentAt, expire }));
    deadlines.set(expire, clock.now() + TIME_LIMIT);
  }

  /** When the first mutation in flight of another tab was sent; `undefined` without any. */
  sentBy(tab: string): number | undefined {
    const [first] = this.#foreign.get(tab)?.values() ?? [];
    return first?.sentAt;
  }

  /**
   * A change of another tab has brought rows, and lists and numbers have followed it: perhaps its
   * mutations in flight. `tab`: none for stored data.
   */
  noteChange(tab: string | undefined, rows: readonly TabRow[], followers: FollowerNotes): void {
    for (const { brought } of this.#own.values()) {
      for (const { kind, pk } of rows) brought.add(kind, pk);
    }
    const foreign = tab === undefined ? undefined : this.#foreign.get(tab);
    for (const { inFlight } of foreign?.values() ?? []) inFlight.note(followers);
  }

  /** The mutation of another tab has brought rows, or has failed. */
  #endForeign(tab: string, n: number, { isRepeated, outdated, removed, rows }: MutationEnd): void {
    const found = this.#foreign.get(tab)?.get(n);
    if (!found) {
      // It began before this tab did, or was over its time limit: any read may have overlapped it.
      const { commits, requests } = this.#internals;
      const known = new EntityKeySet();
      rows.forEach((key, pk) => commits.latest.confirmed.has(key, pk) && known.add(key, pk));
      if (n !== UNKNOWN && !known.isEmpty) this.#expire(known);
      const seq = requests.nextSeq();
      this.conflicts.add(seq);
      const inFlight = [...requests.live].filter(({ isSettled }) => !isSettled);
      const keys = inFlight.flatMap(({ readKey }) => readKey ?? []);
      requests.onConflict({ keys, rows, removed, seq });
      return;
    }
    found.inFlight.isRepeated = isRepeated;
    found.inFlight.rows.addAll(rows);
    found.inFlight.removed.addAll(removed);
    found.inFlight.note(followersOf(this.#internals.commits.latest.confirmed, outdated));
    this.#end(tab, n);
  }

  /** Another tab is gone. */
  endAll(tab: string): void {
    for (const n of [...(this.#foreign.get(tab)?.keys() ?? [])]) this.#end(tab, n);
  }

  /** The session is over. */
  clear(): void {
    const { deadlines } = this.#internals;
    for (const ofTab of this.#foreign.values()) {
      for (const { expire } of ofTab.values()) deadlines.set(expire, Infinity);
    }
    this.#foreign.clear();
    this.#own.clear();
    this.#ended = [];
  }

  #end(tab: string, n: number): void {
    const { deadlines, requests } = this.#internals;
    const ofTab = this.#foreign.get(tab);
    const found = ofTab?.get(n);
    if (!ofTab || !found) return;
    ofTab.delete(n);
    if (ofTab.size === 0) this.#foreign.delete(tab);
    deadlines.set(found.expire, Infinity);
    requests.committed(found);
  }
}
