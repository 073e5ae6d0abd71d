import { findOfflineFailure } from './findOfflineFailure.ts';

const [, , runs, seed] = process.argv;
const failure = await findOfflineFailure({ runs: Number(runs), seed: Number(seed) });
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
}
