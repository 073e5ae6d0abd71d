import { findPersistFailure } from './findPersistFailure.ts';

const [, , runs, seed] = process.argv;
const failure = await findPersistFailure({
  runs: Number(runs),
  seed: Number(seed),
  shrinks: false,
});
if (failure !== undefined) console.log(failure);
process.exitCode = failure === undefined ? 0 : 1;
