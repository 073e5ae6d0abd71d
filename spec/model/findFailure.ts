import fc from 'fast-check';
import { type PageHistory, pageHistories } from './pages/PageHistory.ts';
import { runPageHistory } from './pages/runPageHistory.ts';
import { histories } from './operations/operations.ts';
import { runHistory } from './runHistory.ts';
import { showOperation } from './operations/showOperation.ts';

/** The maximum number of operations of a history. */
const LENGTH = 30;

/** The maximum number of steps of a history of pages, and how many of those run for one other. */
const PAGES = { length: 20, share: 0.5 };

/** What to run. */
export interface Search {
  readonly runs: number;
  readonly seed: number;
  /** The path of a failure in fast-check: runs only that history. */
  readonly path?: string;
  /** False: stops at the first failing history, however long. Default true. */
  readonly shrinks?: boolean;
}

/**
 * Runs random histories. Returns a report of the first one that fails, shrunk, with how to repeat
 * it.
 */
export async function findFailure({
  runs,
  seed,
  path,
  shrinks = true,
}: Search): Promise<string | undefined> {
  const property = fc.asyncProperty(histories(LENGTH), runHistory);
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrinks,
    ...(path !== undefined && { path }),
  });
  if (!result.failed) return path === undefined ? findPageFailure(runs, seed, shrinks) : undefined;
  const { collects, isTried, operations } = result.counterexample?.[0] ?? { operations: [] };
  const lines = operations.map((operation, index) => `  ${index + 1}. ${showOperation(operation)}`);
  const error = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  return [
    `A history of ${operations.length} operations${collects ? ', of a store that collects' : ''}${isTried ? ', of reads that are tried again' : ''}, after ${result.numRuns} runs:`,
    ...lines,
    error,
    `Replay: npm run test:model -- --seed ${seed} --path ${result.counterexamplePath ?? ''}`,
  ].join('\n');
}

/** The same for lists in pages. */
async function findPageFailure(
  runs: number,
  seed: number,
  shrinks: boolean,
): Promise<string | undefined> {
  const property = fc.asyncProperty(pageHistories(PAGES.length), runPageHistory);
  const numRuns = Math.ceil(runs * PAGES.share);
  const result = await fc.check(property, { numRuns, seed, endOnFailure: !shrinks });
  if (!result.failed) return undefined;
  const { isCalm, steps }: PageHistory = result.counterexample![0];
  const error = result.errorInstance instanceof Error ? result.errorInstance.message : '';
  return [
    `A ${isCalm ? 'calm ' : ''}history of pages, after ${result.numRuns} runs:`,
    ...steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    error,
  ].join('\n');
}
