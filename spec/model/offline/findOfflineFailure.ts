import type { Search } from '../findFailure.ts';
import { runOfflineHistory } from './runOfflineHistory.ts';

/** Like `findFailure`, for tabs with an outbox. Counts in `reached` which situations they had. */
export async function findOfflineFailure(
  { runs, seed }: Search,
  reached = new Map<string, number>(),
): Promise<string | undefined> {
  for (let run = 0; run < runs; run++) {
    try {
      await runOfflineHistory(seed + run, reached);
      // Weakly held objects can be collected between two tasks.
      await new Promise(setImmediate);
    } catch (error) {
      return [
        `A history of tabs with an outbox, after ${run + 1} runs:`,
        error instanceof Error ? error.message : String(error),
        `Replay: npm run test:model -- --offline --runs 1 --seed ${seed + run}`,
      ].join('\n');
    }
  }
  return undefined;
}
