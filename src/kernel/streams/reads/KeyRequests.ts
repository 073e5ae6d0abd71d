import type { ListRow } from '../../../data/schema/collection/PageNotes.ts';
import { listOf, type SmallSet, add, remove } from '../../../shared/smallSet.ts';
import type { Request } from '../../requests/Request.ts';
import type { Requests } from '../../requests/Requests.ts';
import { EntityKeySet } from '../../table/EntityKeySet.ts';
import { RowSeqs } from '../../table/RowSeqs.ts';

/** When a result is fetched again: now, or after the read in flight. */
export type RefetchTime = 'at once' | 'in turn';

/** The reads of a key: the current one, and earlier ones that may still bring data. */
export class KeyRequests<R extends Request = Request> {
  /** The latest read: observers join it, and its end ends their wait. */
  current: R | undefined;
  /** Requests that may still bring data, those sent before an invalidation included. */
  private all: SmallSet<R>;
  /** The refetch that the result is marked for. `postponed`: until its turn, see `RefetchQueue`. */
  refetch: 'none' | RefetchTime | 'postponed';
  /** Whether a live source was opened. It is closed when the stream becomes inactive. */
  closesWhenIdle: boolean;
  /** Makes the reads of a feature; returns `undefined` if a read is an ordinary one. */
  makeRead: (() => R | undefined) | undefined;
  /** The key to fetch once more after a conflict with a mutation. Default: this key. */
  conflictKey: string | undefined;
  /** Returns the list of which a feature has loaded further pages; `undefined` without these. */
  pagedList: (() => ListRow | undefined) | undefined;
  /** Tells a feature that a commit has changed the result, before any observer is notified. */
  stored: (() => void) | undefined;
  /** Rows of conflicts that the refetch of this key is to bring, for other keys, too. */
  private disputed: RowSeqs | undefined;
  /** The seq of the last of these conflicts. */
  disputedSeq: number;
  private readonly requests: Requests;
  private readonly key: string;

  constructor(requests: Requests, key: string) {
    this.requests = requests;
    this.key = key;
    this.current = this.all = this.disputed = undefined;
    this.disputedSeq = 0;
    this.refetch = 'none';
    this.closesWhenIdle = false;
    this.makeRead = this.conflictKey = this.pagedList = this.stored = undefined;
  }

  /** Whether a request may still bring a value; an open live source counts. */
  get isBusy(): boolean {
    return this.all !== undefined;
  }

  /** Adds a try of a read. It replaces an open live source and a read that pauses for a retry. */
  start(request: R): void {
    const previous = this.current;
    this.current = request;
    if (previous?.isSettled) previous.abort('another request replaced it');
    previous?.endRetries();
    if (request.endpoint.isLive) this.closesWhenIdle = true;
    this.all = add(this.all, request);
    this.refetch = 'none';
  }

  /** Removes a request that will bring nothing more. Returns whether it was the current one. */
  end(request: R): boolean {
    this.all = remove(this.all, request);
    if (this.current !== request) return false;
    this.current = undefined;
    return true;
  }

  /**
   * The read in flight that an observer may join. A request that was sent before a reset, or before
   * the result was invalidated or expired, brings nothing that counts.
   */
  get joinable(): R | undefined {
    const request = this.current;
    if (!request || request.isSettled || request.epoch !== this.requests.commits.epoch)
      return undefined;
    const { invalidatedSeq, expiredSeq } = this.requests.commits.result(this.key);
    return request.seq > Math.max(invalidatedSeq, expiredSeq) ? request : undefined;
  }

  /**
   * The read in flight that an observer joins, or that is followed by a refetch. A conflict waits
   * for the end of an open live source: its next event is newer.
   */
  get awaited(): R | undefined {
    const { current } = this;
    const goesOn = current && (!current.isSettled || (this.closesWhenIdle && current.isOpen));
    return this.refetch === 'in turn' && goesOn ? current : this.joinable;
  }

  /** Marks the result, which was requested at `resultSeq`, for refetch; keeps later results. */
  markForRefetch(seq: number, when: RefetchTime, resultSeq: number): void {
    if (this.joinable) return;
    if (resultSeq >= seq) return this.expireDisputed();
    // A read that pauses between two tries continues unless another one replaces it.
    const { current } = this;
    const goesOn = when === 'in turn' || current?.isSettled || current?.phase === 'pausing';
    if (!goesOn) this.current = undefined;
    this.refetch = when;
  }

  /** A conflict leaves a row open until this key is fetched again: other keys may show it, too. */
  dispute(entityKey: string, pk: string, seq: number): void {
    this.disputed ??= new RowSeqs();
    this.disputed.add(entityKey, pk, seq);
    this.disputedSeq = Math.max(this.disputedSeq, seq);
  }

  /**
   * Called when the key has a response, a read has ended, or the key is no longer wanted. `seq`: that
   * of the result or the read.
   */
  settleConflicts(seq: number, owner: { readonly isWanted: boolean }): void {
    if (!this.disputed) return;
    const isLeft = this.current?.isSettled !== false && !owner.isWanted;
    if (seq > this.disputedSeq || isLeft) this.expireDisputed();
  }

  /** The rows of conflicts that no later response has brought. */
  openRows(): EntityKeySet {
    const { confirmed } = this.requests.commits.latest;
    const rows = new EntityKeySet();
    this.disputed?.forEach((entityKey, pk, seq) => {
      const meta = confirmed.has(entityKey, pk) && confirmed.meta(entityKey, pk);
      if (meta && meta.seq <= seq) rows.add(entityKey, pk);
    });
    return rows;
  }

  /** Expires them. */
  private expireDisputed(): void {
    const { disputedSeq: seq, key, requests } = this;
    const rows = this.openRows();
    this.disputed = undefined;
    if (rows.isEmpty) return;
    const conflict = { keys: [], rows, removed: new EntityKeySet(), seq };
    const shared = new Map([[key, rows]]);
    requests.overlaps?.watcher?.conflicted({ ...conflict, shared, isOpen: true });
    requests.onConflict(conflict);
  }

  /** The refetch has to wait for its turn. */
  postpone(): void {
    this.refetch = 'postponed';
  }

  /** Called when no lease is left. `cancels`: requests without a response are aborted. */
  released(cancels: boolean): void {
    for (const request of listOf(this.all)) {
      if (request.isSettled) continue;
      if (cancels) request.abort('no observer is left');
      else request.endRetries();
    }
  }

  /** Called when the stream becomes inactive. Closes live sources. */
  becameIdle(): void {
    for (const request of listOf(this.all)) {
      if (request.isSettled || this.closesWhenIdle) request.abort('no observer is left');
    }
  }
}
