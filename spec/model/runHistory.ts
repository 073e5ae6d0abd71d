import { config } from 'rxjs';
import { converge } from './operations/converge.ts';
import type { Operation } from './operations/Operation.ts';
import { GC_TIME } from './world/Garbage.ts';
import type { History } from './operations/operations.ts';
import { operate } from './operations/operate.ts';
import { step } from './world/step.ts';
import { World } from './world/World.ts';

// Subscribers that throw are part of the histories. RxJS reports their errors in a task of its own, maybe after the history.
config.onUnhandledError = () => {};

/** Runs a history. Rejects with the first difference between the store and the model. */
export async function runHistory({ collects, isTried, operations }: History): Promise<void> {
  const world = new World(collects ? GC_TIME : Infinity, isTried);
  try {
    for (const [index, operation] of operations.entries()) {
      if (world.model.isUnspecified) return;
      try {
        await step(world, () => operate(world, operation), emissionsOf(operation));
      } catch (error) {
        throw new Error(`after operation ${index + 1}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    }
    await converge(world);
  } finally {
    world.store.dispose();
  }
}

/**
 * One commit emits at most once per subscriber. Time brings a commit per deadline; a response whose
 * user is removed brings a failure as a second commit.
 */
function emissionsOf(operation: Operation): number {
  if (operation.do === 'wait') return Infinity;
  return ['deliver', 'deliver more', 'lose', 'spoil', 'abort'].includes(operation.do) ? 3 : 1;
}
