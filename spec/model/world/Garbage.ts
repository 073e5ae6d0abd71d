import { dehydrate } from '../../../src/features/dehydrate/dehydrate.ts';
import { teams } from './endpoints.ts';
import { type Key, unknown } from '../model/Key.ts';
import { GRACE } from '../model/keys.ts';
import { LISTS } from '../model/ListSpec.ts';
import type { Request } from '../model/Request.ts';
import type { World } from './World.ts';

/** The `gcTime` of histories with garbage collection, ms. */
export const GC_TIME = 8_500;

/** When a key or user was last retained or written, and when its grace time ended. */
interface Retention {
  retainedAt: number;
  releasedAt: number | undefined;
}

/**
 * What the store may collect, must collect and must keep. Between "may" and "must" the model copies
 * what the store did: collection runs some time after it is allowed. Keys are forgotten as soon as
 * time has passed, because the histories collect then.
 */
export class Garbage {
  readonly #world: World;
  readonly #gcTime: number;
  /** The retention of keys and of observed users. */
  readonly #retentions = new Map<Key | string, Retention>();

  constructor(world: World, gcTime: number) {
    this.#world = world;
    this.#gcTime = gcTime;
  }

  retain(target: Key | string): void {
    this.#retentions.set(target, { retainedAt: this.#world.model.now, releasedAt: undefined });
    if (typeof target === 'string') return;
    target.exists = true;
    // A write starts the grace time again.
    if (!this.#isRetained(target)) target.releasedAt = this.#world.model.now;
  }

  /** Notes what is retained after an operation. */
  note(): void {
    const { model } = this.#world;
    for (const retention of this.#retentions.values()) {
      const endsAt = retention.retainedAt + GRACE;
      if (model.now >= endsAt) retention.releasedAt ??= endsAt;
    }
    for (const key of model.keys) if (this.#isRetained(key)) this.retain(key);
    for (const id of model.users.visible.keys()) if (this.#isWatched(id)) this.retain(id);
    // A subscription to a user that does not exist yet retains it, too.
    for (const { listener } of this.#world.watchers) {
      const [what, id] = listener.name.split(' ');
      if (what === 'user') this.retain(id);
      // A released query for all users is a root for users that arrive later, too.
      if (what === 'all') this.retain('all');
    }
  }

  #isRetained(key: Key): boolean {
    const isAwaited = this.#requestsOf(key).some(({ waiting }) => waiting > 0);
    return key.observers + key.passiveObservers > 0 || isAwaited;
  }

  #requestsOf(key: Key | string): readonly Request[] {
    return this.#world.model.pending.filter((request) => request.key === key);
  }

  #isWatched(id: string): boolean {
    const names = this.#world.watchers.map(({ listener }) => listener.name);
    return names.includes('all') || names.includes(`user ${id}`);
  }

  /** Whether the target was retained so recently that it must not be collected. */
  #wasRetainedLately(target: Key | string): boolean {
    const retainedAt = this.#retentions.get(target)?.retainedAt ?? -Infinity;
    return this.#world.model.now - retainedAt < this.#gcTime;
  }

  /** Whether the target may still exist. */
  #mayExist(target: Key | string): boolean {
    const retention = this.#retentions.get(target);
    if (!retention) return false;
    const { now } = this.#world.model;
    if (retention.releasedAt === undefined || now - retention.releasedAt <= this.#gcTime)
      return true;
    if (this.#requestsOf(target).length === 0) return false;
    // A response is still to come: the key is released from now on.
    retention.releasedAt = now;
    return true;
  }

  #mustStay(id: string, receivedAt: number): boolean {
    const { model } = this.#world;
    if (model.now - receivedAt < this.#gcTime || this.#isWatched(id)) return true;
    return model.keys.some((key) => {
      const isRead = key.observers + key.passiveObservers > 0 && key.invalidated === 0;
      const leads = key.result !== undefined || isRead;
      return leads && this.#wasRetainedLately(key) && model.idsOf(key).includes(id);
    });
  }

  #mustGo(id: string, receivedAt: number): boolean {
    const { model } = this.#world;
    if (model.now - receivedAt <= this.#gcTime) return false;
    if (this.#mayExist(id) || this.#mayExist('all')) return false;
    // A list that stays keeps its users.
    if ([...model.lists.known.values()].some(({ ids }) => ids.includes(id))) return false;
    // A list may arrive that it joins.
    if (this.#hasOlder(model.lists.addedAt(id))) return false;
    return !model.keys.some((key) => this.#mayExist(key) && model.idsOf(key).includes(id));
  }

  /** Compares after the store has collected, and copies what the contract leaves open. */
  learn(problems: string[]): void {
    const { model, store, touched } = this.#world;
    if (this.#gcTime === Infinity) return;
    // The contract does not say whether an entity class counts as seen after all its rows are gone.
    model.users.isSeen &&= undefined;
    const table = store.entities$.getValue();
    for (const [id, { record, receivedAt, seq }] of model.users.rows) {
      if (!record) {
        // The tombstone may go when no older request is in flight and no older message waits.
        if (!this.#hasOlder(seq) && !this.#isConfirmed(id)) model.users.forget(id);
        continue;
      }
      if (model.users.isOfLayers(id)) continue;
      if (!table.has('User', id)) {
        if (this.#mustStay(id, receivedAt)) problems.push(`${id} was taken away too early`);
        model.users.forget(id);
        // A later response may bring only a part of it.
        touched.delete(id);
      } else if (this.#mustGo(id, receivedAt)) {
        problems.push(`${id} was not taken away`);
      }
    }
    this.#learnLists(problems);
    this.#learnDocs(problems);
    this.#forgetKeys(problems);
  }

  #learnDocs(problems: string[]): void {
    const { model, store } = this.#world;
    const table = store.entities$.getValue();
    for (const [id, { isThere, receivedAt, seq }] of model.docs.known) {
      const isYoung = model.now - receivedAt < this.#gcTime;
      if (!isThere) {
        if (!isYoung && !this.#hasOlder(seq) && !this.#isConfirmed(id)) model.docs.known.delete(id);
        continue;
      }
      const readers = model.keys.filter(
        ({ spec, result }) => spec.id === id || (spec.kind === 'docs' && result?.includes(id)),
      );
      if (!table.has('Doc', id)) {
        const isLed = readers.some(
          (key) => key.result !== undefined && this.#wasRetainedLately(key),
        );
        if (isYoung || isLed) problems.push(`${id} was taken away too early`);
        model.docs.known.delete(id);
      } else if (
        model.now - receivedAt > this.#gcTime &&
        !readers.some((key) => this.#mayExist(key))
      ) {
        problems.push(`${id} was not taken away`);
      }
    }
  }

  #learnLists(problems: string[]): void {
    const { model, store } = this.#world;
    const table = store.entities$.getValue();
    for (const [name, list] of model.lists.known) {
      const keys = model.keys.filter(({ spec }) => spec.list === name);
      const isYoung = model.now - list.receivedAt < this.#gcTime;
      const leads = keys.some((key) => key.result !== undefined && this.#wasRetainedLately(key));
      if (!table.has(teams.key, teams.pk(undefined, undefined, undefined, [LISTS[name].args]))) {
        if (isYoung || leads) problems.push(`the list ${name} was taken away too early`);
        model.lists.known.delete(name);
      } else if (
        model.now - list.receivedAt > this.#gcTime &&
        !keys.some((key) => this.#mayExist(key))
      ) {
        problems.push(`the list ${name} was not taken away`);
      }
    }
  }

  /** Whether a request in flight or a message that waits is older. */
  #hasOlder(seq: number): boolean {
    const { model, waiting } = this.#world;
    return [...model.pending, ...waiting].some((other) => other.seq < seq);
  }

  /** Whether the store has a row or a tombstone of the user. */
  #isConfirmed(id: string): boolean {
    return dehydrate(this.#world.store).rows.some(([, pk]) => pk === id);
  }

  #forgetKeys(problems: string[]): void {
    const { model, store } = this.#world;
    const kept = model.keys.filter((key) => this.#mayExist(key));
    for (const key of model.keys.filter((each) => !kept.includes(each))) {
      const { isOfList, maybeExpired } = key;
      // The list may stay because of another key.
      const ofList = isOfList && { isOfList, maybeExpired };
      Object.assign(key, unknown(), { exists: false }, ofList);
    }
    const { entries } = store.stats();
    if (entries > kept.length) problems.push(`${entries} keys are kept, not ${kept.length}`);
  }
}
