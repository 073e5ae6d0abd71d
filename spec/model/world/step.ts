import { check, checkPromises } from './check.ts';
import type { World } from './World.ts';

/** Performs an action, then compares store and model. `emissions`: the maximum per subscriber. */
export async function step(world: World, act: () => void, emissions: number): Promise<void> {
  act();
  const isAlone = world.written.length === 0;
  await new Promise(setImmediate);
  check(world, { emissions: isAlone ? emissions : Infinity });
  if (!world.model.isUnspecified) checkPromises(world);
}
