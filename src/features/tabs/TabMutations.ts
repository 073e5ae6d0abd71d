import type { FollowerNotes } from '../../data/schema/collection/PageNotes.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import {
  type Conflict,
  type InFlight,
  type MutationWatcher,
  type OverlappingRequest,
  OverlapTracker,
} from '../../kernel/requests/OverlapTracker.ts';
import { EntityKeySet } from '../../kernel/table/EntityKeySet.ts';
import { keysOf, type RowKey } from '../channel/rowKeys.ts';

/** The tab may have crashed: its mutations end after this time, ms. */
const TIME_LIMIT = 60_000;

/** Stands for the number of a mutation of which other tabs do not know: they fetch its rows. */
const UNKNOWN = -1;

/** A mutation of another tab. */
interface ForeignMutation {
  readonly inFlight: InFlight;
  /** Ends it at its time limit. */
  readonly expire: () => void;
}

/** What other tabs are sent of a mutation. */
export interface MutationNews {
  /** The number of the message of its beginning, of the message of its end. */
  readonly of?: number;
  readonly rows: readonly RowKey[];
  readonly removed?: readonly RowKey[];
}

/**
 * Announces the mutations of this tab, and tracks those of other tabs like its own: a read that
 * overlaps a mutation of its rows, in whichever tab, is fetched once more.
 */
export class TabMutations implements MutationWatcher {
  readonly #internals: StoreInternals;
  readonly #overlaps: OverlapTracker;
  readonly #post: (type: 'begin' | 'end', news: MutationNews) => number;
  /** Those of this tab, with the numbers of their messages. */
  readonly #own = new Map<InFlight, number>();
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
    this.#own.set(mutation, this.#post('begin', { rows: keysOf(mutation.rows) }));
  }

  ended(mutation: InFlight): void {
    const of = this.#own.get(mutation);
    // Those of other tabs end, too.
    if (of === undefined) return;
    this.#own.delete(mutation);
    this.#post('end', { of, rows: keysOf(mutation.rows), removed: keysOf(mutation.removed) });
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

  /** Another tab sends a mutation that is expected to change rows. */
  beginForeign(tab: string, n: number, rows: EntityKeySet): void {
    const { clock, deadlines, requests } = this.#internals;
    const seq = requests.nextSeq();
    const request: OverlappingRequest = {
      seq,
      phase: 'sent',
      isSettled: false,
      isForeign: true,
      inFlight: undefined,
    };
    const inFlight = this.#overlaps.begin(request, seq, requests.live);
    inFlight.rows.addAll(rows);
    const expire = (): void => this.#end(tab, n);
    const ofTab = this.#foreign.get(tab) ?? new Map<number, ForeignMutation>();
    this.#foreign.set(tab, ofTab.set(n, { inFlight, expire }));
    deadlines.set(expire, clock.now() + TIME_LIMIT);
  }

  /** Whether another tab has a mutation in flight. */
  areSentBy(tab: string): boolean {
    return this.#foreign.has(tab);
  }

  /** Lists and numbers have followed a change of another tab: perhaps its mutations in flight. */
  noteFollowers(tab: string, followers: FollowerNotes): void {
    for (const { inFlight } of this.#foreign.get(tab)?.values() ?? []) inFlight.note(followers);
  }

  /** The mutation of another tab has brought rows, or has failed. */
  endForeign(tab: string, n: number, rows: EntityKeySet, removed: EntityKeySet): void {
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
    found.inFlight.rows.addAll(rows);
    found.inFlight.removed.addAll(removed);
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
