import { findFailure } from '../findFailure.ts';

const [runs, seed] = process.argv.slice(2).map(Number);
/** Histories of pages come after all others: a few of each come first. */
const first = Math.ceil(runs / 10);
const failure =
  (await findFailure({ runs: first, seed, shrinks: false })) ??
  (await findFailure({ runs: runs - first, seed: seed + 1, shrinks: false }));
if (failure !== undefined) console.log(failure);
process.exitCode = failure === undefined ? 0 : 1;
