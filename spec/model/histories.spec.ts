import { findFailure } from './findFailure.ts';

const RUNS = 2_000;

describe('whatever happens in whatever order, the store shows what the model shows', () => {
  it('in the histories of a fixed seed', async () => {
    expect(await findFailure({ runs: RUNS, seed: 1 })).toBeUndefined();
  }, 300_000);

  it('in histories that nobody has run before', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    expect(await findFailure({ runs: RUNS, seed })).toBeUndefined();
  }, 300_000);
});
