import type { ExpireAction, InvalidateAction } from '../commits/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { Doubt } from '../requests/Flights.ts';
import { keysInDoubt } from './keysInDoubt.ts';
import { outdate } from './outdate.ts';
import type { Sources } from './Sources.ts';

/** Marks answers as to be asked for again. */
export class Marks {
  readonly #commits: Commits;
  readonly #sources: Sources;

  constructor(commits: Commits, sources: Sources) {
    this.#commits = commits;
    this.#sources = sources;
  }

  /** Responses to requests that are sent after the action count. */
  askAgain(action: InvalidateAction | ExpireAction): void {
    const { keys, seq } = action;
    if (keys.length === 0 && !('rows' in action)) return;
    const entries = keys.flatMap((key) => this.#sources.peek(key) ?? []);
    this.#commits.dispatch(action, undefined, outdate(entries, seq));
  }

  /** Requests conflict: what they brought is fetched once more. */
  doubted(doubt: Doubt): void {
    const { answers } = this.#commits.confirmed;
    // Of a key that was only looked at nothing is kept, so nobody would take a mark away.
    const isKept = (key: string): boolean =>
      this.#sources.peek(key) !== undefined || answers.get(key) !== undefined;
    const keys = keysInDoubt(doubt, this.#commits.graph, this.#sources).filter(isKept);
    const { rows, seq } = doubt;
    this.askAgain({ type: 'expire', keys, seq, inTurn: true, ...(!rows.isEmpty && { rows }) });
  }
}
