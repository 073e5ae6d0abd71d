import { isCountKey } from '../../data/schema/collection/CollectionRow.ts';
import { rowOfLists } from '../../data/schema/collection/ListFollower.ts';
import type { AnyAction, Apply, ExpireAction, Sender } from '../commits/Action.ts';
import { applyExpire, applyInvalidate } from '../commits/applyExpiry.ts';
import { withLists } from '../commits/followRows.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Conflict } from '../requests/Conflict.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { TaintedRows } from '../table/EntityTableDraft.ts';
import { viewsOf } from '../views/viewsOf.ts';
import { EndpointStream } from './EndpointStream.ts';
import type { RefetchTime } from './reads/KeyRequests.ts';
import type { StreamRegistry } from './StreamRegistry.ts';

/** A row of an open conflict, with the keys that this has made stale. */
interface OpenRow {
  readonly row: readonly [entityKey: string, pk: string];
  readonly keys: ReadonlySet<string>;
  readonly seq: number;
  readonly epoch: number;
}

/** Invalidates and expires results. */
export class Invalidation {
  readonly #commits: Commits;
  readonly #streams: StreamRegistry;
  /** Their keys are fetched when the conflict is due, whatever they show by then. */
  #open: readonly OpenRow[] = [];

  constructor(commits: Commits, streams: StreamRegistry) {
    this.#commits = commits;
    this.#streams = streams;
  }

  /** Drops the results of these keys. Responses to requests that are sent after `seq` count. */
  invalidate(keys: readonly string[], seq: number): void {
    if (keys.length > 0) this.#commitKeys({ type: 'invalidate', keys, seq }, applyInvalidate);
  }

  /**
   * Makes the results of these keys stale. Responses to requests that are sent after `seq` count.
   */
  expire(keys: readonly string[], seq: number): void {
    if (keys.length > 0) this.#commitKeys({ type: 'expire', keys, seq }, applyExpire);
  }

  /**
   * Requests conflict: makes the keys stale that they affect, and refetches them, after the reads in
   * flight, unless the conflict is open.
   */
  conflicted(conflict: Conflict): void {
    const { confirmed } = this.#commits.latest;
    // Keys read only by `getState()` have no stream; an expiry of them would never be cleared.
    const isKept = (key: string): boolean =>
      this.#streams.peek(key) !== undefined || confirmed.result(key) !== undefined;
    const { removed, seq, shared = [] } = conflict;
    const tainted = new EntityKeySet();
    tainted.addAll(conflict.rows);
    for (const [key, common] of shared) {
      if (!this.#streams.peek(key)?.isWanted) tainted.addAll(common);
    }
    for (const [key, common] of shared) {
      // Without its refetch, the state of the server stays open: other keys may show these rows.
      common.forEach((entityKey, pk) => {
        if (tainted.has(entityKey, pk)) return;
        this.#streams.peek(key)?.requests.dispute(entityKey, pk, seq);
      });
    }
    const rows = withLists(confirmed, tainted);
    const tainting = new Set([...this.#taintedKeys({ ...conflict, rows }), ...this.#due(conflict)]);
    const keys = [...tainting].filter(isKept);
    if (keys.length === 0 && rows.isEmpty) return;
    const action: ExpireAction = {
      type: 'expire',
      keys,
      seq,
      ...(!rows.isEmpty && { rows, removed }),
    };
    if (conflict.isOpen) {
      this.#open = [...this.#open, ...this.#openRows(tainted, seq)];
      this.#commits.dispatch(action, applyExpire, {});
    } else this.#commitKeys(action, applyExpire, 'in turn');
  }

  #openRows(rows: EntityKeySet, seq: number): readonly OpenRow[] {
    const { confirmed } = this.#commits.latest;
    const open: OpenRow[] = [];
    rows.forEach((...row) => {
      const one = new EntityKeySet();
      one.add(...row);
      const keys = this.#keysWith(withLists(confirmed, one));
      open.push({ row, keys, seq, epoch: confirmed.epoch });
    });
    return open;
  }

  /** The keys that wait for a conflict about rows of this one, and were not fetched since. */
  #due({ isOpen, rows }: Conflict): ReadonlySet<string> {
    const { confirmed } = this.#commits.latest;
    const { epoch } = confirmed;
    const isDue = (one: OpenRow): boolean => one.epoch !== epoch || rows.has(...one.row);
    const due = isOpen ? [] : this.#open.filter(isDue);
    if (due.length > 0) this.#open = this.#open.filter((one) => !due.includes(one));
    const waits = ({ seq }: OpenRow, key: string): boolean =>
      (confirmed.result(key)?.seq ?? 0) < seq;
    return new Set(
      due.flatMap((one) =>
        one.epoch === epoch ? [...one.keys].filter((key) => waits(one, key)) : [],
      ),
    );
  }

  /** Refetches earlier results that show tainted rows. */
  rowsTainted(tainted: TaintedRows): void {
    for (const [seq, rows] of tainted) this.#rowsTainted(rows, seq);
  }

  #rowsTainted(rows: EntityKeySet, seq: number): void {
    const keys = [...this.#keysWith(rows)].filter((key) => this.#commits.result(key).hasResult);
    // Of entities that came back, only earlier results are wrong.
    const lists = new EntityKeySet();
    rows.forEach((key, pk) => (isCountKey(key) || rowOfLists(key)) && lists.add(key, pk));
    if (keys.length === 0 && lists.isEmpty) return;
    this.#commitKeys({ type: 'expire', keys, rows: lists, seq }, applyExpire, 'in turn');
  }

  /**
   * The keys that a conflict affects: those of its reads, those whose data contains its rows, and
   * `All` of a class of which an entity may be missing.
   */
  #taintedKeys({ keys, rows, removed }: Conflict): ReadonlySet<string> {
    const all = new Set(keys);
    return rows.isEmpty ? all : this.#keysWith(rows, removed.kinds, all);
  }

  /** Adds the keys whose data contains any of the rows, or all rows of the entity keys. */
  #keysWith(rows: EntityKeySet, allOf?: ReadonlySet<string>, keys = new Set<string>()) {
    // A result has no dependencies before its first read.
    for (const stream of this.#streams.byKey.values()) stream.view();
    for (const { owner } of viewsOf(this.#commits.graph, rows, allOf)) {
      if (owner instanceof EndpointStream) keys.add(owner.key);
    }
    return keys;
  }

  #commitKeys<A extends AnyAction & Pick<ExpireAction, 'keys' | 'seq'>>(
    action: A,
    apply: Apply<A>,
    when?: RefetchTime,
  ): void {
    const streams = (): EndpointStream[] => {
      const affected: EndpointStream[] = [];
      for (const key of action.keys) {
        const stream = this.#streams.peek(key);
        if (stream) affected.push(stream);
      }
      return affected;
    };
    this.commit(action, apply, streams, {}, when);
  }

  /** Commits an action that makes the results of streams obsolete: observers fetch again. */
  commit<A extends AnyAction & { readonly seq: number }>(
    action: A,
    apply: Apply<A>,
    streams: () => readonly EndpointStream[],
    sender: Sender<void>,
    when: RefetchTime = 'at once',
  ): void {
    const { seq } = action;
    this.#commits.dispatch(action, apply, {
      ...sender,
      becameVisible: () => {
        for (const stream of streams()) stream.markForRefetch(seq, when);
        sender.becameVisible?.();
      },
    });
  }
}
