import type { Layer } from './Layer.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholderPk.ts';

/** More real primary keys than this are not remembered. */
const MOST_KNOWN = 1_000;

type Args = readonly unknown[];

/** Which primary keys the placeholders of optimistic creates stand for, as soon as that is known. */
export class Placeholders {
  readonly #real = new Map<string, string>();
  readonly #pending = new Set<number>();
  /** Whether there ever was one: most programs have none, and then nothing is looked through. */
  #isUsed = false;
  #waiting: { args: Args; proceed: (args: Args | undefined) => void }[] = [];

  /** A request is under way whose layer may show placeholders. */
  began({ seq }: Layer): void {
    this.#isUsed = true;
    this.#pending.add(seq);
  }

  /** The arguments with real primary keys where they are known. */
  resolved(args: Args): Args {
    if (this.#real.size === 0) return args;
    return replacePlaceholders(args, (placeholder) => this.#real.get(placeholder));
  }

  /**
   * Calls `proceed` with real primary keys for all placeholders among the arguments: at once, or when the last of the requests they belong
   * to is over; with `undefined` if one of them has failed.
   */
  whenKnown(args: Args, proceed: (args: Args | undefined) => void): void {
    if (this.isPending(args)) this.#waiting.push({ args, proceed });
    else proceed(this.isLost(args) ? undefined : this.resolved(args));
  }

  /** Whether one of the arguments is a placeholder of what is not created yet. */
  isPending(args: Args): boolean {
    return this.#has(args, true);
  }

  /** Whether one of the arguments is a placeholder of what will never be created. */
  isLost(args: Args): boolean {
    return this.#has(args, false);
  }

  #has(args: Args, isPending: boolean): boolean {
    let found = false;
    if (!this.#isUsed) return found;
    replacePlaceholders(this.resolved(args), (placeholder) => {
      found ||= this.#pending.has(seqOfPlaceholder(placeholder)!) === isPending;
    });
    return found;
  }

  /** Learns from the stored forms of what was shown and what was answered in its place. */
  learn(shown: unknown, answered: unknown): void {
    const learnOne = (placeholder: string, real: unknown): void => {
      if (typeof real === 'string' && seqOfPlaceholder(real) === undefined) {
        this.#real.set(placeholder, real);
      }
    };
    replacePlaceholders(shown, learnOne, answered);
    for (const [oldest] of this.#real) {
      if (this.#real.size <= MOST_KNOWN) break;
      this.#real.delete(oldest);
    }
  }

  /** The request is over, whatever came of it. */
  ended(seq: number): void {
    if (!this.#pending.delete(seq)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { args, proceed } of waiting) this.whenKnown(args, proceed);
  }

  /** Forgets everything; who waits goes on without. */
  clear(): void {
    this.#real.clear();
    this.#pending.clear();
    this.#waiting = [];
  }
}
