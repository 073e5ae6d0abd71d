import type { Key } from './Key.ts';
import type { Request } from './Request.ts';

/** What has to be fetched again when no mutation of `rows` is pending. */
export interface Conflict {
  readonly key: Key | undefined;
  readonly ids: readonly string[];
  /** Those of them that may be gone. */
  readonly removed: readonly string[];
  readonly rows: ReadonlySet<string>;
  /** Where the last of its mutations was over. */
  readonly seq: number;
}

/** Which requests were under way at the same time, and what is in doubt because of it. */
export class Overlaps {
  #doubts: Conflict[] = [];

  begin(request: Request, pending: readonly Request[]): void {
    for (const other of pending.filter(({ isHeld }) => !isHeld)) {
      // Two reads are in order by themselves.
      if (request.key && other.key) continue;
      request.others.add(other);
      other.others.add(request);
    }
  }

  /** A try of a read failed: it brought nothing. */
  leave(request: Request): void {
    for (const other of request.others) other.others.delete(request);
    request.others.clear();
  }

  /**
   * A request is over: what it has in common with one that it overlapped is in doubt until no mutation of it is pending. Gives what has to be
   * fetched again now.
   */
  end(request: Request, pending: readonly Request[]): readonly Conflict[] {
    const { ids, others, removed } = request;
    for (const other of others) {
      if (pending.includes(other)) continue;
      const common = [...ids].filter((id) => other.ids.has(id));
      if (common.length === 0) continue;
      const [read] = [request, other].filter((each) => each.key);
      const gone = common.filter((id) => !read && (removed.has(id) || other.removed.has(id)));
      const seq = Math.max(mutatedAt(request), mutatedAt(other));
      const rows = read?.ids ?? new Set(common);
      this.#doubts.push({ key: read?.key, ids: common, removed: gone, rows, seq });
    }
    const mutations = pending.filter((each) => !each.key && !each.isHeld);
    const isDue = ({ rows }: Conflict): boolean =>
      !mutations.some((each) => [...rows].some((id) => each.ids.has(id)));
    const due = this.#doubts.filter(isDue);
    this.#doubts = this.#doubts.filter((conflict) => !isDue(conflict));
    return due;
  }

  clear(): void {
    this.#doubts = [];
  }
}

/** Where a mutation was over; a read changes nothing. */
function mutatedAt({ key, overSeq = 0 }: Request): number {
  return key ? 0 : overSeq;
}

/** Where the answer of a mutation stands for a user: at its arrival, but at its sending if another one for the same user was sent since. */
export function placeOf({ seq, others }: Request, id: string, arrival: number): number {
  const isOvertaken = [...others].some(
    (other) => !other.key && other.seq > seq && other.ids.has(id),
  );
  return isOvertaken ? seq : arrival;
}
