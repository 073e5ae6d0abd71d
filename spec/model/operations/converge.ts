import { arrive } from './arrive.ts';
import { compareWithServer } from '../world/compareWithServer.ts';
import { TRIES } from '../model/keys.ts';
import { operate } from './operate.ts';
import { step } from '../world/step.ts';
import type { World } from '../world/World.ts';

/**
 * Lets everything settle: then users touched by mutations equal the server's. After all keys are
 * fetched once more, except those of lists that the history did not use, all users do.
 */
export async function converge(world: World): Promise<void> {
  await settle(world);
  if (world.model.isUnspecified) return;
  compareWithServer(world, 'touched');
  world.isQuiet = true;
  await step(
    world,
    () => {
      for (const [key, { spec, exists }] of world.model.keys.entries())
        if (exists || spec.kind !== 'team')
          operate(world, { do: 'subscribe', key, habit: 'quiet' });
    },
    Infinity,
  );
  await step(
    world,
    () => {
      const observed = world.model.keys.filter(({ observers }) => observers > 0);
      for (const endpoint of new Set(observed.map(({ spec }) => spec.endpoint)))
        operate(world, { do: 'expireAll', endpoint });
    },
    Infinity,
  );
  await settle(world);
  if (world.model.isUnspecified) return;
  compareWithServer(world, 'all');
  end(world);
}

/** Delivers all requests in flight, the newest first, and resumes pauses between tries. */
async function settle(world: World): Promise<void> {
  const { model } = world;
  for (let count = 0; !model.isUnspecified; count++) {
    if (count > 1_000) throw new Error('requests never end');
    const inFlight = world.requestsInFlight.at(-1);
    if (inFlight) await step(world, () => arrive(world, inFlight, { do: 'deliver' }), 3);
    else if (model.pending.some(({ failure }) => failure !== undefined))
      await step(world, () => operate(world, { do: 'wait', ms: TRIES.pause }), Infinity);
    else break;
  }
  if (!world.model.isUnspecified && world.store.stats().inFlight > 0) {
    throw new Error('a request is in flight that was not sent');
  }
  for (const { name, expected, actual } of world.promises) {
    if (!world.model.isUnspecified && (actual ?? expected()) === undefined) {
      throw new Error(`${name}: never settles`);
    }
  }
}

/** A disposed store holds nothing. */
function end({ store, observers, watchers }: World): void {
  for (const { listener } of [...observers, ...watchers]) listener.stop();
  store.dispose();
  const left = Object.entries(store.stats()).filter(([, count]) => count !== 0);
  if (left.length > 0) throw new Error(`is left after the end: ${left.join(' ')}`);
}
