import { dehydrate } from '../../src/dehydrate/dehydrate.ts';
import { type Key, unknown } from './Key.ts';
import { GRACE } from './keys.ts';
import type { Request } from './Request.ts';
import type { World } from './World.ts';

/** How long the histories that collect keep what nobody reads, ms. */
export const GC_TIME = 8_500;

/** When something was held or written last, and when its grace time was found to be over. */
interface Hold {
  touched: number;
  left: number | undefined;
}

/**
 * What may be taken away, what must be, and what must not. Of users in between the model takes over what the store did: collection takes
 * place some time after it is allowed. Keys are forgotten as soon as time has passed, because the histories collect then.
 */
export class Garbage {
  readonly #world: World;
  readonly #gcTime: number;
  /** Of keys, and of users that somebody looked at. */
  readonly #holds = new Map<Key | string, Hold>();

  constructor(world: World, gcTime: number) {
    this.#world = world;
    this.#gcTime = gcTime;
  }

  touch(held: Key | string): void {
    this.#holds.set(held, { touched: this.#world.model.now, left: undefined });
    if (typeof held !== 'string') held.isKept = true;
  }

  /** Notes what is held after an operation. */
  note(): void {
    const { model } = this.#world;
    for (const hold of this.#holds.values()) {
      if (model.now - hold.touched >= GRACE) hold.left ??= model.now;
    }
    for (const key of model.keys) if (this.#isHeld(key)) this.touch(key);
    for (const id of model.users.visible.keys()) if (this.#isWatched(id)) this.touch(id);
    // Who is not there yet is held as well.
    for (const { listener } of this.#world.watchers) {
      const [what, id] = listener.name.split(' ');
      if (what === 'user') this.touch(id);
    }
  }

  #isHeld(key: Key): boolean {
    const isAwaited = this.#requestsOf(key).some(({ waiting }) => waiting > 0);
    return key.readers + key.lookers > 0 || isAwaited;
  }

  #requestsOf(key: Key | string): readonly Request[] {
    return this.#world.model.pending.filter((request) => request.key === key);
  }

  #isWatched(id: string): boolean {
    const names = this.#world.watchers.map(({ listener }) => listener.name);
    return names.includes('all') || names.includes(`user ${id}`);
  }

  /** Whether it was held so lately that it cannot have been taken away. */
  #isLate(held: Key | string): boolean {
    const touched = this.#holds.get(held)?.touched ?? -Infinity;
    return this.#world.model.now - touched < this.#gcTime;
  }

  /** Whether it may still be there. */
  #isMaybeKept(held: Key | string): boolean {
    const hold = this.#holds.get(held);
    if (!hold) return false;
    const { now } = this.#world.model;
    if (hold.left === undefined || now - hold.left <= this.#gcTime) return true;
    if (this.#requestsOf(held).length === 0) return false;
    // An answer is still to come: it is left from now on.
    hold.left = now;
    return true;
  }

  #mustStay(id: string, receivedAt: number): boolean {
    const { model } = this.#world;
    if (model.now - receivedAt < this.#gcTime || this.#isWatched(id)) return true;
    return model.keys.some((key) => {
      const isRead = key.readers + key.lookers > 0 && key.invalidated === 0;
      const leads = key.answer !== undefined || isRead;
      return leads && this.#isLate(key) && model.idsOf(key).includes(id);
    });
  }

  #mustGo(id: string, receivedAt: number): boolean {
    const { model } = this.#world;
    if (model.now - receivedAt <= this.#gcTime || this.#isMaybeKept(id)) return false;
    return !model.keys.some((key) => this.#isMaybeKept(key) && model.idsOf(key).includes(id));
  }

  /** The store has just taken all that it may. */
  learn(problems: string[]): void {
    const { model, store, touched } = this.#world;
    if (this.#gcTime === Infinity) return;
    // Nobody tells whether a kind of which everything is gone counts as seen.
    model.users.isSeen &&= undefined;
    const table = store.entities$.getValue();
    for (const [id, { record, receivedAt, seq }] of model.users.rows) {
      if (!record) {
        // The mark of a removal may go where no request from before it is under way.
        const matters = model.pending.some((request) => request.seq < seq);
        if (!matters && !this.#isConfirmed(id)) model.users.forget(id);
        continue;
      }
      if (model.users.isOfLayers(id)) continue;
      if (!table.has('User', id)) {
        if (this.#mustStay(id, receivedAt)) problems.push(`${id} was taken away too early`);
        model.users.forget(id);
        // What brings it back may bring a part of it.
        touched.delete(id);
      } else if (this.#mustGo(id, receivedAt)) {
        problems.push(`${id} was not taken away`);
      }
    }
    this.#forgetKeys(problems);
  }

  /** Whether the store has a row of the user, or the mark of a removal. */
  #isConfirmed(id: string): boolean {
    return dehydrate(this.#world.store).rows.some(([, pk]) => pk === id);
  }

  #forgetKeys(problems: string[]): void {
    const { model, store } = this.#world;
    const kept = model.keys.filter((key) => this.#isMaybeKept(key));
    for (const key of model.keys) {
      if (!kept.includes(key)) Object.assign(key, unknown(), { isKept: false });
    }
    const { entries } = store.stats();
    if (entries > kept.length) problems.push(`${entries} keys are kept, not ${kept.length}`);
  }
}
