import { type Key, unknown } from './Key.ts';
import { EXPIRY } from './keys.ts';
import { show, showError } from './show.ts';
import type { World } from './World.ts';

/** How long a key stays as it is after the last reader, ms: the default of stores. */
const GRACE = 5_000;

/**
 * What may be taken away, what must be, and what must not. In between the model takes over what the store did: collection takes place some
 * time after it is allowed.
 */
export class Garbage {
  readonly #world: World;
  readonly #gcTime: number;
  /** When each key was last held or written. */
  readonly #touched = new Map<Key, number>();
  /** When something that was held last led to each user. */
  readonly #reached = new Map<string, number>();

  constructor(world: World, gcTime: number) {
    this.#world = world;
    this.#gcTime = gcTime;
  }

  touch(key: Key): void {
    this.#touched.set(key, this.#world.model.now);
  }

  /** Notes what is held after an operation. */
  note(): void {
    const { model, watchers } = this.#world;
    for (const key of model.keys) {
      if (this.#isHeld(key)) this.touch(key);
      for (const id of model.idsOf(key)) this.#note(id, this.#touched.get(key) ?? -Infinity);
    }
    const isAll = watchers.some(({ listener }) => listener.name === 'all');
    for (const id of model.visible.keys()) {
      if (isAll || this.#isShown(id)) this.#note(id, model.now);
    }
  }

  #note(id: string, time: number): void {
    this.#reached.set(id, Math.max(time, this.#reached.get(id) ?? -Infinity));
  }

  #isHeld(key: Key): boolean {
    return key.readers + key.lookers > 0 || this.#world.model.pending.some((r) => r.key === key);
  }

  /** Whether somebody looks at a user, or a mutation under way shows it. */
  #isShown(id: string): boolean {
    const { model, watchers } = this.#world;
    return (
      model.isOfLayers(id) || watchers.some(({ listener }) => listener.name === `user ${id}`)
    );
  }

  #age(key: Key): number {
    return this.#world.model.now - (this.#touched.get(key) ?? -Infinity);
  }

  #mustStay(id: string, receivedAt: number): boolean {
    const { model, watchers } = this.#world;
    if (model.now - receivedAt < this.#gcTime || this.#isShown(id)) return true;
    if (watchers.some(({ listener }) => listener.name === 'all')) return true;
    return model.keys.some((key) => {
      const isRead = key.readers + key.lookers > 0 && key.invalidated === 0;
      const leads = key.answer !== undefined || isRead;
      return leads && this.#age(key) < this.#gcTime && model.idsOf(key).includes(id);
    });
  }

  #mustGo(id: string, receivedAt: number): boolean {
    const { model } = this.#world;
    const left = model.now - (this.#reached.get(id) ?? -Infinity);
    return left > this.#gcTime + GRACE && model.now - receivedAt > this.#gcTime;
  }

  /** Takes over which users the store has taken away. `isForced`: it has just taken all that it may. */
  learn(isForced: boolean, problems: string[]): void {
    const { model, store } = this.#world;
    if (this.#gcTime === Infinity) return;
    // Nobody tells whether a kind of which everything is gone counts as seen.
    model.isSeen &&= undefined;
    const table = store.entities$.getValue();
    for (const [id, { record, receivedAt }] of model.rows) {
      if (!record || model.isOfLayers(id)) continue;
      if (!table.has('User', id)) {
        if (this.#mustStay(id, receivedAt)) problems.push(`${id} was taken away too early`);
        model.forget(id);
      } else if (isForced && this.#mustGo(id, receivedAt)) {
        problems.push(`${id} was not taken away`);
      }
    }
    if (!isForced) return;
    const kept = model.keys.filter((key) => this.#age(key) <= this.#gcTime + GRACE);
    const { entries } = store.stats();
    if (entries > kept.length) problems.push(`${entries} keys are kept, should be ${kept.length}`);
  }

  /** Takes over whether a key that nobody holds was forgotten. */
  learnKey(key: Key): void {
    const { model } = this.#world;
    if (this.#isHeld(key) || this.#age(key) < this.#gcTime || !model.isTold(key)) return;
    const { status, data, error } = this.#world.stateOf(key.spec);
    const expected = model.show(key);
    const isKnown =
      status === expected.status && show(data) === expected.data && showError(error) === expected.error;
    if (!isKnown) Object.assign(key, unknown());
  }
}

/** How long the histories that collect keep what nobody reads, ms. */
export const GC_TIME = EXPIRY.data - 20_000;
