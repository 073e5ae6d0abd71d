import type { PersistHistory } from './PersistHistory.ts';
import { PersistWorld } from './PersistWorld.ts';

/** How often each situation was reached. */
export type Reached = Map<string, number>;

/**
 * Runs a history of programs that store their data. Rejects with the first difference between the
 * storage, its tabs and the model. Adds to `reached` which situations it had.
 */
export async function runPersistHistory(
  history: PersistHistory,
  reached: Reached = new Map(),
): Promise<void> {
  const world = new PersistWorld(history);
  const { model } = world;
  const check = (when: string, flushed: boolean, isEnd = false): void => {
    model.check(flushed, isEnd);
    if (model.problems.length > 0) throw new Error(`${when}: ${model.problems.join('\n')}`);
  };
  try {
    await world.open(0);
    check('after the start', false);
    for (const [at, step] of history.steps.entries()) {
      await world.run(step);
      check(`after step ${at + 1}`, step.do === 'flush');
    }
    await world.converge();
    check('at the end', true, true);
  } finally {
    world.end();
    for (const [situation, times] of model.reached) {
      reached.set(situation, (reached.get(situation) ?? 0) + times);
    }
  }
}
