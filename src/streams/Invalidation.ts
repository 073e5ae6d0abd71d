import type { ExpireAction, InvalidateAction } from '../commits/Action.ts';
import { applyExpire, applyInvalidate } from '../commits/applyExpiry.ts';
import type { Apply } from '../commits/StoreDraft.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Conflict } from '../requests/OverlapTracker.ts';
import { taintedKeys } from './taintedKeys.ts';
import { requireNewerThan } from './requireNewerThan.ts';
import type { StreamRegistry } from './StreamRegistry.ts';

/** Invalidates and expires results. */
export class Invalidation {
  readonly #commits: Commits;
  readonly #sources: StreamRegistry;

  constructor(commits: Commits, sources: StreamRegistry) {
    this.#commits = commits;
    this.#sources = sources;
  }

  /** Drops the results of these keys. Responses to requests that are sent after `seq` count. */
  invalidate(keys: readonly string[], seq: number): void {
    if (keys.length > 0) this.#mark({ type: 'invalidate', keys, seq }, applyInvalidate, 'at once');
  }

  /**
   * Makes the results of these keys stale. Responses to requests that are sent after `seq` count.
   */
  expire(keys: readonly string[], seq: number): void {
    if (keys.length > 0) this.#mark({ type: 'expire', keys, seq }, applyExpire, 'at once');
  }

  #mark<A extends InvalidateAction | ExpireAction>(
    action: A,
    apply: Apply<A>,
    when: 'at once' | 'in turn',
  ): void {
    const { keys, seq } = action;
    const entries = keys.flatMap((key) => this.#sources.peek(key) ?? []);
    const undo = requireNewerThan(entries, seq);
    this.#commits.dispatch(action, apply, {
      becameVisible: () => {
        for (const key of keys) this.#sources.peek(key)?.markForRefetch(seq, when);
      },
      dropped: undo,
    });
  }

  /** Requests conflict: refetches the keys they affect, after the reads in flight. */
  conflicted(conflict: Conflict): void {
    const { entities } = this.#commits.confirmed;
    // Keys read only by `getState()` have no stream; a mark on them would never be cleared.
    const isKept = (key: string): boolean =>
      this.#sources.peek(key) !== undefined || entities.result(key) !== undefined;
    const keys = taintedKeys(conflict, this.#commits.graph, this.#sources).filter(isKept);
    const { rows, removed, seq } = conflict;
    if (keys.length === 0 && rows.isEmpty) return;
    const action: ExpireAction = {
      type: 'expire',
      keys,
      seq,
      ...(!rows.isEmpty && { rows, removed }),
    };
    this.#mark(action, applyExpire, 'in turn');
  }
}
