import { StateSlot } from '../commits/StoreState.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholderPk.ts';

/** More real primary keys than this are not remembered. */
const MOST_KNOWN = 1_000;

type Args = readonly unknown[];
type RealPks = ReadonlyMap<string, string>;

/** The real primary keys of entities that were created, by placeholder. */
export const REAL_PKS = new StateSlot<RealPks>(new Map());

/** The arguments with real primary keys where they are known. */
export function withRealPks(args: Args, known: RealPks): Args {
  if (known.size === 0) return args;
  return replacePlaceholders(args, (placeholder) => known.get(placeholder));
}

/** The real primary keys that are known once a response has come: `shown` and `result` are the normalized optimistic response and the real one. */
export function learnPks(known: RealPks, shown: unknown, result: unknown): RealPks {
  let learned: Map<string, string> | undefined;
  const learnOne = (placeholder: string, real: unknown): void => {
    if (typeof real !== 'string' || seqOfPlaceholder(real) !== undefined) return;
    (learned ??= new Map(known)).set(placeholder, real);
  };
  replacePlaceholders(shown, learnOne, result);
  if (!learned) return known;
  for (const [oldest] of learned) {
    if (learned.size <= MOST_KNOWN) break;
    learned.delete(oldest);
  }
  return learned;
}

/** Which entities are being created, and which mutations wait for their primary keys. */
export class Placeholders {
  /** Of the state at the moment. */
  readonly #known: () => RealPks;
  readonly #pending = new Set<number>();
  /** Whether there ever was one: most programs have none, and then nothing is looked through. */
  #isUsed = false;
  #waiting: { args: Args; proceed: (args: Args | undefined) => void }[] = [];

  constructor(known: () => RealPks) {
    this.#known = known;
  }

  /** A request is in flight whose layer may show placeholders. */
  began(seq: number): void {
    this.#isUsed = true;
    this.#pending.add(seq);
  }

  /** The arguments with real primary keys where they are known. */
  resolved(args: Args): Args {
    return withRealPks(args, this.#known());
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

  /** The request is over, whatever came of it. */
  ended(seq: number): void {
    if (!this.#pending.delete(seq)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { args, proceed } of waiting) this.whenKnown(args, proceed);
  }

  /** Forgets everything; who waits goes on without. */
  clear(): void {
    this.#pending.clear();
    this.#waiting = [];
  }
}
