import { check, checkPromises } from './check.ts';
import type { World } from './World.ts';

/** Performs an action, then compares store and model. `emissions`: the maximum per subscriber. */
export async function step(world: World, act: () => void, emissions: number): Promise<void> {
  act();
  const isAlone = world.written.length === 0;
  // Messages that waited are a commit of their own.
  const allowed = world.arrived?.hadMessages ? emissions + 1 : emissions;
  await new Promise(setImmediate);
  check(world, { emissions: isAlone ? allowed : Infinity });
  if (!world.model.isUnspecified) checkPromises(world);
}
