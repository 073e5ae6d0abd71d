import * as fc from 'fast-check';
import { ReleasedRoots } from '../../src/streams/ReleasedRoots.ts';

const schema = {};

/** The time of each root's last release, the latest last: the model of ReleasedRoots. */
class Model {
  readonly #times = new Map<number, number>();

  add({ stored }: { readonly stored: number }, now: number): void {
    this.#times.delete(stored);
    this.#times.set(stored, now);
  }

  sweep(since: number): void {
    for (const [item, left] of this.#times) if (left <= since) this.#times.delete(item);
  }

  get first(): number {
    return Math.min(...this.#times.values());
  }

  *roots() {
    for (const stored of this.#times.keys()) yield { stored };
  }
}

type Step = (left: ReleasedRoots | Model, now: number) => unknown;

const add = fc.integer({ min: 0, max: 5 }).map(
  (item): Step =>
    (left, now) =>
      left.add({ schema, stored: item }, now),
);
const sweep = fc.nat(20).map(
  (age): Step =>
    (left, now) =>
      left.sweep(now - age),
);
const first = fc.constant<Step>((left) => left.first);
const step = fc.oneof({ weight: 20, arbitrary: add }, sweep, first);

const storedIn = (left: ReleasedRoots | Model) =>
  [...left.roots()].map(({ stored }) => Number(stored));
const known = (left: ReleasedRoots | Model) => [...new Set(storedIn(left))].sort((a, b) => a - b);

it('has the same roots as a Map of the last times', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 200 }), (steps) => {
      const left = new ReleasedRoots();
      const model = new Model();
      for (const [place, run] of steps.entries()) {
        const now = place >> 1;
        expect(run(left, now)).toEqual(run(model, now));
        expect(known(left)).toEqual(known(model));
      }
      expect(left.first).toBe(model.first);
      expect(storedIn(left)).toEqual(storedIn(model));
    }),
    { numRuns: 50 },
  );
});

it('does not grow when one root is released repeatedly', () => {
  const left = new ReleasedRoots();
  for (let now = 0; now < 1_000; now++) {
    left.add({ schema, stored: `row ${now % 40}` }, now);
    expect([...left.roots()].length).toBeLessThanOrEqual(81);
  }
});
