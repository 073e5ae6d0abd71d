import type { EntityTable } from '../table/EntityTable.ts';
import type { KnownRow } from '../table/TableReader.ts';
import { Reachability } from './Reachability.ts';
import type { Root } from '../streams/Root.ts';
import { RowSet } from '../table/RowSet.ts';
import type { StoreState } from '../commits/StoreState.ts';

/** What a step of a search looks at. */
export interface GarbageSource {
  /** Without the optimistic answers of requests under way: what is taken is taken from here. */
  readonly confirmed: StoreState;
  /** With them. */
  readonly shown: EntityTable;
  /** What is or may be read: see {@link Root}. */
  readonly roots: Iterable<Root>;
  /** Rows that are kept whoever reads them. */
  readonly keptRows: Iterable<RowSet>;
  /** Place in the store's order of the oldest request without an answer; Infinity without any. */
  readonly oldestRequest: number;
}

/** What one step has found. */
export interface Garbage {
  readonly rows: RowSet;
  /** Kinds of which nobody has asked for all entities any more. */
  readonly kinds: readonly string[];
  readonly isLast: boolean;
}

/** One search for what nobody can reach, a step at a time. Rows that came after `since`, ms since epoch, stay. */
export class GarbageSearch {
  /** Which session it is of. */
  readonly epoch: number;
  /** When the first of the rows came that would be taken if it was older, ms since epoch; Infinity without any. */
  firstYoung = Infinity;
  readonly #since: number;
  readonly #reachable = new Reachability();
  #rows: Iterator<KnownRow> | undefined;

  constructor(epoch: number, since: number) {
    this.epoch = epoch;
    this.#since = since;
  }

  /** Goes on for about `count` rows. What it gives has to be taken before anything else happens. */
  step(count: number, source: GarbageSource): Garbage {
    const { confirmed, shown, roots, keptRows } = source;
    const { entities } = confirmed;
    const rows = new RowSet();
    this.#reachable.update(entities === shown ? [shown] : [entities, shown], roots);
    for (const kept of keptRows) {
      kept.forEach((kind, pk) => this.#reachable.keep(kind, pk));
    }
    let left = this.#reachable.run(count);
    while (left-- > 0) {
      this.#rows ??= entities.known();
      const next = this.#rows.next();
      if (next.done) return { rows, kinds: this.#unread(confirmed.kinds), isLast: true };
      if (this.#isGarbage(next.value, source)) rows.add(next.value.key, next.value.pk);
    }
    return { rows, kinds: [], isLast: false };
  }

  #isGarbage({ key, pk }: KnownRow, { confirmed, oldestRequest }: GarbageSource): boolean {
    if (this.#reachable.has(key, pk)) return false;
    // The row may have changed since the search began.
    const { entities } = confirmed;
    const stamp = entities.stamp(key, pk);
    if (!stamp) return false;
    const isLive = entities.has(key, pk);
    if (isLive && this.#reachable.hasKind(key)) return false;
    if (stamp.receivedAt > this.#since) {
      this.firstYoung = Math.min(this.firstYoung, stamp.receivedAt);
      return false;
    }
    // Without its mark a removed row would come back with an answer to an earlier request.
    return isLive || (stamp.seq < oldestRequest && !this.#isLastSign(key, confirmed));
  }

  /** Whether removed rows are all that tells readers that there is none of the kind. */
  #isLastSign(kind: string, { entities, kinds }: StoreState): boolean {
    return entities.size(kind) === 0 && !kinds.has(kind) && this.#reachable.hasKind(kind);
  }

  #unread(kinds: ReadonlySet<string>): string[] {
    return [...kinds].filter((kind) => !this.#reachable.hasKind(kind));
  }
}
