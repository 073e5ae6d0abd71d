import type { EntityTable } from '../table/EntityTable.ts';
import type { KnownRow } from '../table/TableReader.ts';
import { Marker } from './Marker.ts';
import type { Root } from '../streams/RetainedSource.ts';
import { EntityKeySet } from '../table/EntityKeySet.ts';
import type { StoreState } from '../commits/StoreState.ts';

/** The state that a step of a search works on. */
export interface GarbageSource {
  /** Without optimistic layers. Garbage is removed from this state. */
  readonly confirmed: StoreState;
  /** With optimistic layers. */
  readonly visible: EntityTable;
  /** Values that are or may be read: see {@link Root}. */
  readonly roots: Iterable<Root>;
  /** Rows that are kept even if nothing reaches them. */
  readonly keptRows: Iterable<EntityKeySet>;
  /** The seq of the oldest request in flight; Infinity if there is none. */
  readonly oldestRequest: number;
}

/** The garbage that one step has found. */
export interface Garbage {
  readonly rows: EntityKeySet;
  /** Entity keys for which the list of all entities is no longer in use. */
  readonly kinds: readonly string[];
  readonly isLast: boolean;
}

/**
 * Searches for unreachable rows, one step at a time. Keeps rows that were received after `since`,
 * ms since epoch.
 */
export class MarkAndSweep {
  /** The epoch of the state it searches. */
  readonly epoch: number;
  /**
   * When the oldest row was received that is unreachable but too young to remove, ms since epoch;
   * Infinity if there is none.
   */
  firstYoung = Infinity;
  readonly #since: number;
  readonly #reachable = new Marker();
  #rows: Iterator<KnownRow> | undefined;

  constructor(epoch: number, since: number) {
    this.epoch = epoch;
    this.#since = since;
  }

  /**
   * Visits about `count` more rows. The caller must remove the returned garbage before anything
   * else happens.
   */
  step(count: number, source: GarbageSource): Garbage {
    const { confirmed, visible, roots, keptRows } = source;
    const { entities } = confirmed;
    const rows = new EntityKeySet();
    this.#reachable.update(entities === visible ? [visible] : [entities, visible], roots);
    for (const kept of keptRows) {
      kept.forEach((kind, pk) => this.#reachable.keep(kind, pk));
    }
    let left = this.#reachable.run(count);
    while (left-- > 0) {
      this.#rows ??= entities.known();
      const next = this.#rows.next();
      if (next.done) return { rows, kinds: this.#unused(entities), isLast: true };
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
    const isPresent = entities.has(key, pk);
    if (isPresent && this.#reachable.hasKind(key)) return false;
    if (stamp.receivedAt > this.#since) {
      this.firstYoung = Math.min(this.firstYoung, stamp.receivedAt);
      return false;
    }
    // The trace of a removed row stays as long as an older request could restore the row.
    return isPresent || (stamp.seq < oldestRequest && !this.#isLastTrace(key, confirmed));
  }

  /**
   * Whether only the traces of removed rows tell observers that the list of all entities is empty.
   */
  #isLastTrace(kind: string, { entities }: StoreState): boolean {
    return entities.size(kind) === 0 && !entities.hasAll(kind) && this.#reachable.hasKind(kind);
  }

  #unused(entities: EntityTable): string[] {
    return entities.completeKeys().filter((kind) => !this.#reachable.hasKind(kind));
  }
}
