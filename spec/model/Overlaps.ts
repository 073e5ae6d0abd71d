import type { Key } from './Key.ts';
import type { Request } from './Request.ts';

/** What has to be asked again when all of `until` are over. */
export interface Doubt {
  readonly key: Key | undefined;
  readonly ids: readonly string[];
  /** Those of them that may be gone. */
  readonly removed: readonly string[];
  readonly until: readonly Request[];
}

/** Which requests were under way at the same time, and what is in doubt because of it. */
export class Overlaps {
  #doubts: Doubt[] = [];

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
   * A request is over: what it has in common with one that it overlapped is in doubt until all that overlapped them are over. Gives what has
   * to be asked again now.
   */
  end({ key, ids, others, removed }: Request, pending: readonly Request[]): readonly Doubt[] {
    for (const other of others) {
      if (pending.includes(other)) continue;
      const common = [...ids].filter((id) => other.ids.has(id));
      const until = [...others, ...other.others].filter((each) => !each.key);
      if (common.length === 0) continue;
      const read = key ?? other.key;
      const gone = common.filter((id) => !read && (removed.has(id) || other.removed.has(id)));
      this.#doubts.push({ key: read, ids: common, removed: gone, until });
    }
    const isDue = ({ until }: Doubt): boolean => !until.some((each) => pending.includes(each));
    const due = this.#doubts.filter(isDue);
    this.#doubts = this.#doubts.filter((doubt) => !isDue(doubt));
    return due;
  }

  clear(): void {
    this.#doubts = [];
  }
}

/** Where the answer of a mutation stands for a user: at its arrival, but at its sending if another one for the same user was sent since. */
export function placeOf({ seq, others }: Request, id: string, arrival: number): number {
  const isOvertaken = [...others].some(
    (other) => !other.key && other.seq > seq && other.ids.has(id),
  );
  return isOvertaken ? seq : arrival;
}
