import { check, checkPromises } from './check.ts';
import type { World } from './World.ts';

/** Does something, and compares store and model. `emissions`: how often a subscriber may be told. */
export async function step(world: World, act: () => void, emissions: number): Promise<void> {
  act();
  const isAlone = world.written.length === 0;
  await new Promise(setImmediate);
  check(world, { emissions: isAlone ? emissions : Infinity });
  if (!world.model.isUntold) checkPromises(world);
}
