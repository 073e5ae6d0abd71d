import { learn } from '../world/learn.ts';
import type { World } from '../world/World.ts';
import { idsOfWrite } from '../world/writeToStore.ts';
import { writeToModel } from '../model/writeToModel.ts';
import type { Write } from './Operation.ts';

/** Applies the messages that wait: each counts from its arrival. */
export function applyMessages(world: World): void {
  applyToModel(world);
  world.messageClock.advance(16);
}

/** Applies the messages that wait to the model: the store does the same before a response that arrives. */
export function applyToModel(world: World): void {
  const { model, waiting } = world;
  world.waiting = [];
  for (const { write } of waiting) {
    noteByHand(world, write);
    if ('endpoint' in write) observePassively(world, write.endpoint);
    if ('key' in write) world.garbage.retain(model.keys[write.key]);
  }
  const { now } = model;
  model.commit(() => {
    for (const { write, seq, at } of waiting) {
      model.now = at;
      writeToModel(model, write, seq);
    }
    model.now = now;
  });
}

/**
 * Subscribes passively to keys without observers: the contract does not specify whether the store
 * knows them.
 */
export function observePassively(world: World, endpoint: string): void {
  for (const key of world.model.keys) {
    learn(world, key);
    const { spec, observers, passiveObservers, result, error } = key;
    const isKnown = observers > 0 || result !== undefined || error !== undefined;
    if (spec.endpoint === endpoint && !isKnown && passiveObservers === 0) {
      world.watch(`select ${spec.name}`);
      world.watchers.at(-1)!.listener.news = [];
    }
  }
}

export function noteByHand(world: World, write: Write): void {
  if (write.do === 'reset') world.endSession();
  for (const id of idsOfWrite(write)) world.byHand.add(id);
}
