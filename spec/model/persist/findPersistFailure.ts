import fc from 'fast-check';
import type { Search } from '../findFailure.ts';
import { type PersistHistory, persistHistories } from './PersistHistory.ts';
import { type Reached, runPersistHistory } from './runPersistHistory.ts';

/** The maximum number of steps of a history. */
const LENGTH = 40;

/** Like `findFailure`, for programs that store their data. Counts in `reached` which situations they had. */
export async function findPersistFailure(
  { runs, seed, path, shrinks = true }: Search,
  reached: Reached = new Map(),
): Promise<string | undefined> {
  const property = fc.asyncProperty(persistHistories(LENGTH), (history) =>
    runPersistHistory(history, reached),
  );
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrinks,
    ...(path !== undefined && { path }),
  });
  if (!result.failed) return undefined;
  const { maxRows, migrates, steps }: PersistHistory = result.counterexample![0];
  const error = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  return [
    `A history of stored data${migrates ? ', of programs that migrate' : ''}, of at most ${maxRows} rows, after ${result.numRuns} runs:`,
    ...steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    error,
    `Replay: npm run test:model -- --persist --seed ${seed} --path ${result.counterexamplePath ?? ''}`,
  ].join('\n');
}
