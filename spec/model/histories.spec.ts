import { findFailure } from './findFailure.ts';

const RUNS = 1_200;

describe('the store and the model show the same state after every operation', () => {
  it('in the histories of a fixed seed', async () => {
    expect(await findFailure({ runs: RUNS, seed: 1 })).toBeUndefined();
  }, 300_000);

  it('in histories of a random seed', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    expect(await findFailure({ runs: RUNS, seed })).toBeUndefined();
  }, 300_000);
});
