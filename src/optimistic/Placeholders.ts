import { StateSlot } from '../commits/StoreState.ts';
import { replacePlaceholders, seqOfPlaceholder } from './placeholderPk.ts';

/** The maximum number of real pks to remember. */
const MAX_KNOWN = 1_000;

type Args = readonly unknown[];
type RealPks = ReadonlyMap<string, string>;

/** The real pks of entities that were created, by placeholder id. */
export const REAL_PKS = new StateSlot<RealPks>(new Map());

/** Replaces placeholder ids in the args whose real pks are known. */
export function withRealPks(args: Args, known: RealPks): Args {
  if (known.size === 0) return args;
  return replacePlaceholders(args, (placeholder) => known.get(placeholder));
}

/**
 * Returns the real pks that are known after a response: `optimistic` and `result` are the
 * normalized optimistic and real response.
 */
export function learnPks(known: RealPks, optimistic: unknown, result: unknown): RealPks {
  let learned: Map<string, string> | undefined;
  const learnOne = (placeholder: string, real: unknown): void => {
    if (typeof real !== 'string' || seqOfPlaceholder(real) !== undefined) return;
    (learned ??= new Map(known)).set(placeholder, real);
  };
  replacePlaceholders(optimistic, learnOne, result);
  if (!learned) return known;
  for (const [oldest] of learned) {
    if (learned.size <= MAX_KNOWN) break;
    learned.delete(oldest);
  }
  return learned;
}

/** Tracks which entities are being created, and which mutations wait for their real pks. */
export class Placeholders {
  /** Returns the real pks that are known now. */
  readonly #known: () => RealPks;
  readonly #pending = new Set<number>();
  /**
   * Whether there ever was a placeholder id. Most programs use none: then args are not searched.
   */
  #isUsed = false;
  #waiting: { args: Args; proceed: (args: Args | undefined) => void }[] = [];

  constructor(known: () => RealPks) {
    this.#known = known;
  }

  /** Called when a mutation was sent whose layer may create placeholder ids. */
  began(seq: number): void {
    this.#isUsed = true;
    this.#pending.add(seq);
  }

  /** Replaces placeholder ids in the args whose real pks are known. */
  resolved(args: Args): Args {
    return withRealPks(args, this.#known());
  }

  /**
   * Calls `proceed` with args that contain real pks only: now, or after all mutations that create
   * them have settled. Calls it with `undefined` if one of them has failed.
   */
  whenKnown(args: Args, proceed: (args: Args | undefined) => void): void {
    if (this.isPending(args)) this.#waiting.push({ args, proceed });
    else proceed(this.isLost(args) ? undefined : this.resolved(args));
  }

  /** Whether the args contain the placeholder id of an entity that is still being created. */
  isPending(args: Args): boolean {
    return this.#has(args, true);
  }

  /** Whether the args contain the placeholder id of an entity whose creation has failed. */
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

  /** Called when the mutation has settled. */
  ended(seq: number): void {
    if (!this.#pending.delete(seq)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { args, proceed } of waiting) this.whenKnown(args, proceed);
  }

  /** Forgets everything, including the calls that wait. */
  clear(): void {
    this.#pending.clear();
    this.#waiting = [];
  }
}
