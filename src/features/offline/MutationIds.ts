import type { Clock } from '../../kernel/requests/Clock.ts';

/** The digits of a time until the year 5138, and of a counter. */
const [TIME, COUNT] = [9, 4];

/**
 * Makes ids that sort in the order in which they are made: a time, a counter, the program. A clock
 * that was set back does not change that.
 */
export class MutationIds {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #program: string;
  #time = 0;
  #count = 0;

  /** `program`: other programs with the same storage have other names. */
  constructor(clock: Pick<Clock, 'now'>, program: string) {
    this.#clock = clock;
    this.#program = program;
  }

  next(): string {
    const now = Math.floor(this.#clock.now());
    if (now > this.#time) [this.#time, this.#count] = [now, 0];
    else if (++this.#count === 36 ** COUNT) [this.#time, this.#count] = [this.#time + 1, 0];
    return `${text(this.#time, TIME)}-${text(this.#count, COUNT)}-${this.#program}`;
  }

  /** Later ids sort after this one. */
  follow(id: string): void {
    const time = parseInt(id, 36) || 0;
    if (time >= this.#time) [this.#time, this.#count] = [time + 1, 0];
  }
}

function text(count: number, digits: number): string {
  return count.toString(36).padStart(digits, '0');
}
