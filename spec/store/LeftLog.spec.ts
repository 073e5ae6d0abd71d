import * as fc from 'fast-check';
import { LeftLog } from '../../src/store/LeftLog.ts';

/** The times at which each was left last, the latest last: what the log stands for. */
class Model {
  readonly #times = new Map<number, number>();

  add(item: number, now: number): void {
    this.#times.delete(item);
    this.#times.set(item, now);
  }

  sweep(since: number): void {
    for (const [item, left] of this.#times) if (left <= since) this.#times.delete(item);
  }

  get first(): number {
    return Math.min(...this.#times.values());
  }

  get items(): number[] {
    return [...this.#times.keys()];
  }
}

type Step = (log: LeftLog<number> | Model, now: number) => unknown;

const add = fc.integer({ min: 0, max: 5 }).map(
  (item): Step =>
    (log, now) =>
      log.add(item, now),
);
const sweep = fc.nat(20).map(
  (age): Step =>
    (log, now) =>
      log.sweep(now - age),
);
const first = fc.constant<Step>((log) => log.first);
const step = fc.oneof({ weight: 20, arbitrary: add }, sweep, first);

const known = ({ items }: LeftLog<number> | Model) => [...new Set(items)].sort((a, b) => a - b);

it('knows what a Map of the last times knows', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 200 }), (steps) => {
      const log = new LeftLog<number>();
      const model = new Model();
      for (const [place, run] of steps.entries()) {
        const now = place >> 1;
        expect(run(log, now)).toEqual(run(model, now));
        expect(known(log)).toEqual(known(model));
      }
      expect(log.first).toBe(model.first);
      expect(log.items).toEqual(model.items);
    }),
    { numRuns: 50 },
  );
});

it('does not grow with how often one and the same is left', () => {
  const log = new LeftLog<string>();
  for (let now = 0; now < 1_000; now++) {
    log.add(`row ${now % 40}`, now);
    expect(log.items.length).toBeLessThanOrEqual(81);
  }
});
