import type { Commits } from './Commits.ts';
import type { Doubt } from './Flights.ts';
import { keysInDoubt } from './keysInDoubt.ts';
import { outdate } from './outdate.ts';
import { RowSet } from './RowSet.ts';
import type { Sources } from './Sources.ts';

/** Marks answers as to be asked for again. */
export class Marks {
  readonly #commits: Commits;
  readonly #sources: Sources;

  constructor(commits: Commits, sources: Sources) {
    this.#commits = commits;
    this.#sources = sources;
  }

  /** `invalidate`: they are not shown any more; `expire`: they are stale, and so are the rows. Answers to requests that are sent after `seq` count. */
  askAgain(
    type: 'invalidate' | 'expire',
    keys: readonly string[],
    seq: number,
    rows = new RowSet(),
  ): void {
    if (keys.length === 0 && rows.isEmpty) return;
    const entries = keys.flatMap((key) => this.#sources.peek(key) ?? []);
    const action = { type, keys, seq, ...(!rows.isEmpty && { rows }) };
    this.#commits.dispatch(action, undefined, outdate(entries, seq));
  }

  /** Requests that were over at `seq` were in each other's way: what they brought is asked for once more. */
  doubted(doubt: Doubt, seq: number): void {
    const { answers } = this.#commits.confirmed;
    // Of a key that was only looked at nothing is kept, so nobody would take a mark away.
    const isKept = (key: string): boolean =>
      this.#sources.peek(key) !== undefined || answers.get(key) !== undefined;
    const keys = keysInDoubt(doubt, this.#commits.graph, this.#sources).filter(isKept);
    this.askAgain('expire', keys, seq, doubt.rows);
  }
}
