import { startStopwatch } from './stopwatch.js';

/** Shortest sample of a case that may be repeated within one: far above the resolution of the clock. */
const SAMPLE_MS = 0.4;
const MOST_REPEATS = 1 << 20;

const MOST_SAMPLES = 400;
const FEWEST_SAMPLES = 3;

/**
 * Times cases by turns – one sample of the first, one of the second, and so on – so that whatever else the machine does meets all of
 * them alike. Gives the samples of each, in ms per run. Takes `samples` of each, more within `budgetMs`, fewer if they would take
 * longer than `capMs`.
 */
export async function measureByTurns(cases, { samples, budgetMs, capMs, warmUpMs }) {
  const timers = cases.map((one) => new CaseTimer(one));
  for (const timer of timers) await timer.warmUp(warmUpMs);
  const stop = startStopwatch();
  for (let taken = 0; taken < MOST_SAMPLES; taken++) {
    const spent = stop();
    if (spent > budgetMs && taken >= samples) break;
    if (spent > capMs && taken >= FEWEST_SAMPLES) break;
    if (spent > 3 * capMs) break;
    for (const timer of timers) await timer.takeSample();
  }
  return timers.map((timer) => timer.samples);
}

class CaseTimer {
  samples = [];
  #case;
  #repeats = 1;

  constructor(one) {
    this.#case = one;
  }

  async warmUp(ms) {
    const end = performance.now() + ms;
    do {
      const time = await this.#time();
      if (this.#case.repeat && time * this.#repeats < SAMPLE_MS && this.#repeats < MOST_REPEATS) {
        this.#repeats *= 2;
      }
    } while (performance.now() < end);
  }

  async takeSample() {
    let time = await this.#time();
    // Less than nothing: it lost its core between looking at the two clocks.
    while (time <= 0) time = await this.#time();
    this.samples.push(time);
  }

  #time() {
    if (this.#case.takeSample) return this.#case.takeSample();
    return this.#case.repeat ? this.#timeRepeats() : this.#timeOnce();
  }

  async #timeOnce() {
    const { prepare, run, after, quietHeap } = this.#case;
    const prepared = await prepare();
    // Otherwise the timed code pays for the garbage of the preparation.
    if (quietHeap) globalThis.gc({ type: 'minor' });
    const stop = startStopwatch();
    const result = run(prepared);
    if (result instanceof Promise) await result;
    const time = stop();
    await after?.(prepared, result);
    return time;
  }

  async #timeRepeats() {
    const { run } = this.#case;
    const repeats = this.#repeats;
    const stop = startStopwatch();
    let result = run();
    if (result instanceof Promise) {
      await result;
      for (let i = 1; i < repeats; i++) await run();
    } else {
      for (let i = 1; i < repeats; i++) result = run();
    }
    const time = stop() / repeats;
    keep(result);
    return time;
  }
}

/** On the global object, so that the optimizer cannot drop runs whose result nobody takes. */
function keep(result) {
  globalThis.lastResult = result;
}
