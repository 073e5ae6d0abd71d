import { arrive } from './arrive.ts';
import { compareWithServer } from './compareWithServer.ts';
import { ENDPOINTS, KEYS, TRIES } from './keys.ts';
import { operate } from './operate.ts';
import { step } from './step.ts';
import type { World } from './World.ts';

/**
 * Lets everything settle: what mutations touched is as the server has it then. After everything was asked for once more, everything is.
 */
export async function converge(world: World): Promise<void> {
  await settle(world);
  if (world.model.isUntold) return;
  compareWithServer(world, 'touched');
  world.isQuiet = true;
  await step(
    world,
    () => {
      for (const key of KEYS.keys()) operate(world, { do: 'subscribe', key, habit: 'quiet' });
    },
    Infinity,
  );
  await step(
    world,
    () => {
      for (const endpoint of ENDPOINTS) operate(world, { do: 'expireAll', endpoint });
    },
    Infinity,
  );
  await settle(world);
  if (world.model.isUntold) return;
  compareWithServer(world, 'all');
  end(world);
}

/** Delivers what is under way, the newest first, until nothing is; what pauses between two tries goes on. */
async function settle(world: World): Promise<void> {
  const { model } = world;
  for (let count = 0; !model.isUntold; count++) {
    if (count > 1_000) throw new Error('requests never end');
    const inFlight = world.flights.at(-1);
    if (inFlight) await step(world, () => arrive(world, inFlight, { do: 'deliver' }), 3);
    else if (model.pending.some(({ failure }) => failure !== undefined))
      await step(world, () => operate(world, { do: 'wait', ms: TRIES.pause }), Infinity);
    else break;
  }
  if (!world.model.isUntold && world.store.stats().inFlight > 0) {
    throw new Error('a request is under way that was not sent');
  }
  for (const { name, expected, actual } of world.promises) {
    if (!world.model.isUntold && (actual ?? expected()) === undefined) {
      throw new Error(`${name}: never settles`);
    }
  }
}

/** After its end a store holds nothing. */
function end({ store, readers, watchers }: World): void {
  for (const { listener } of [...readers, ...watchers]) listener.stop();
  store.dispose();
  const left = Object.entries(store.stats()).filter(([, count]) => count !== 0);
  if (left.length > 0) throw new Error(`is left after the end: ${left.join(' ')}`);
}
