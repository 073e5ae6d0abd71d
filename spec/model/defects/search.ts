import { findFailure } from '../findFailure.ts';

const [, , runs, seed] = process.argv;
const failure = await findFailure({ runs: Number(runs), seed: Number(seed), shrinks: false });
if (failure !== undefined) console.log(failure);
process.exitCode = failure === undefined ? 0 : 1;
