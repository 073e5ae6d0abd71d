import { runOfflineHistory } from './runOfflineHistory.ts';

/** The steps of a history. */
const LENGTH = 40;

const [, , runs, first] = process.argv;
const seed = Number(first);
const reached = new Map<string, number>();
try {
  for (let run = 0; run < Number(runs); run++) {
    await runOfflineHistory(seed + run, LENGTH, reached);
  }
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
