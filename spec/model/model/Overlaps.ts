import type { Key } from './Key.ts';
import type { Request } from './Request.ts';

/** What has to be fetched once more when no mutation of `rows` is pending. */
export interface Conflict {
  readonly key: Key | undefined;
  readonly ids: readonly string[];
  /** The users that may be removed. */
  readonly removed: readonly string[];
  readonly rows: ReadonlySet<string>;
  /** The seq at which the later of its mutations completed. */
  readonly seq: number;
  /** Whether its data was stale before it could be fetched. */
  hasWaited: boolean;
}

/** Which requests overlapped, and the conflicts that follow. */
export class Overlaps {
  #conflicts: Conflict[] = [];

  begin(request: Request, pending: readonly Request[]): void {
    for (const other of pending.filter(({ isQueued }) => !isQueued)) {
      // Two reads are never in conflict.
      if (request.key && other.key) continue;
      request.others.add(other);
      other.others.add(request);
    }
  }

  /** Those of `others` are in no conflict with a request: by default all that overlapped it. */
  leave(request: Request, others: Iterable<Request> = [...request.others]): void {
    for (const other of others) {
      other.others.delete(request);
      request.others.delete(other);
    }
  }

  /**
   * Ends a request. Users that it shares with an overlapping request are in conflict until no
   * mutation of them is pending. Returns the new conflicts that wait for that, and those that are due
   * now.
   */
  end(request: Request, pending: readonly Request[]): Record<'opened' | 'due', Conflict[]> {
    const { ids, others, removed } = request;
    const known = new Set(this.#conflicts);
    const { contradicted } = request;
    if (contradicted.size > 0) {
      const common = [...contradicted];
      const gone = common.filter((id) => removed.has(id));
      this.#open(undefined, common, gone, contradicted, mutatedAt(request));
    }
    for (const other of others) {
      if (pending.includes(other)) continue;
      const common = [...ids].filter((id) => other.ids.has(id));
      if (common.length === 0) continue;
      const [read] = [request, other].filter((each) => each.key);
      const gone = common.filter((id) => !read && (removed.has(id) || other.removed.has(id)));
      const seq = Math.max(mutatedAt(request), mutatedAt(other));
      this.#open(read?.key, common, gone, read?.ids ?? new Set(common), seq);
    }
    const mutations = pending.filter((each) => !each.key && !each.isQueued);
    const isDue = ({ rows }: Conflict): boolean =>
      !mutations.some((each) => [...rows].some((id) => each.ids.has(id)));
    const due = this.#conflicts.filter(isDue);
    this.#conflicts = this.#conflicts.filter((conflict) => !isDue(conflict));
    const opened = this.#conflicts.filter((conflict) => !known.has(conflict));
    for (const conflict of opened) conflict.hasWaited = true;
    return { opened, due };
  }

  #open(
    key: Key | undefined,
    ids: readonly string[],
    removed: readonly string[],
    rows: ReadonlySet<string>,
    seq: number,
  ): void {
    this.#conflicts.push({ key, ids, removed, rows, seq, hasWaited: false });
  }

  clear(): void {
    this.#conflicts = [];
  }
}

/** The seq at which a mutation completed; 0 for reads. */
function mutatedAt({ key, completedSeq = 0 }: Request): number {
  return key ? 0 : completedSeq;
}

/**
 * The seq of a mutation's response for a user: that of its arrival, or that of its sending if a
 * later mutation of the same user was sent meanwhile.
 */
export function seqOf({ seq, others }: Request, id: string, arrival: number): number {
  const isOvertaken = [...others].some(
    (other) => !other.key && other.seq > seq && other.ids.has(id),
  );
  return isOvertaken ? seq : arrival;
}
