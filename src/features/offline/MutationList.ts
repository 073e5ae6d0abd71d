import { BehaviorSubject } from 'rxjs';
import { runInMicrotask } from '../../shared/runInMicrotask.ts';
import type { MutationIds } from './MutationIds.ts';
import type { PendingMutation } from './PendingMutation.ts';
import type { QueuedMutation } from './QueuedMutation.ts';
import { turnsOf } from './turns.ts';

/** The mutations of an outbox, and what programs see of them. */
export class MutationList {
  readonly pending = new BehaviorSubject<readonly PendingMutation[]>([]);
  readonly failed = new BehaviorSubject<readonly PendingMutation[]>([]);
  /** In their order. */
  all: readonly QueuedMutation[] = [];
  /** Nothing is sent until the program resumes. */
  isPaused = false;
  readonly #byOwner = new Map<string, QueuedMutation>();
  #willEmit = false;

  /** Those that are sent or wait, in their order. */
  get toSend(): readonly QueuedMutation[] {
    return this.all.filter(({ status }) => status !== 'failed');
  }

  /** That with placeholder ids of this owner. */
  of(owner: string): QueuedMutation | undefined {
    return this.#byOwner.get(owner);
  }

  byId(id: string): QueuedMutation | undefined {
    return this.all.find((mutation) => mutation.id === id);
  }

  /** The mutation of which a try has these args. */
  sentBy(args: readonly unknown[]): QueuedMutation | undefined {
    return this.all.find(({ request, status }) => status === 'sending' && request?.args === args);
  }

  has(mutation: QueuedMutation): boolean {
    return this.of(mutation.owner) === mutation;
  }

  add(mutation: QueuedMutation): void {
    this.#byOwner.set(mutation.owner, mutation);
    const all = [...this.all, mutation];
    if ((all.at(-2) ?? mutation).seq > mutation.seq) all.sort((a, b) => a.seq - b.seq);
    this.all = all;
    this.changed();
  }

  /** Mutations made before the outbox was loaded come after the last one that was stored. */
  follow(last: string, ids: MutationIds): void {
    ids.follow(last);
    for (const early of this.all) if (early.id <= last) early.id = early.key = ids.next();
  }

  /** The position of the layer of a mutation that was made elsewhere; `undefined` above all others. */
  seqOf(id: string): number | undefined {
    let at = this.all.length;
    while (at > 0 && this.all[at - 1].id > id) at--;
    if (at === this.all.length) return undefined;
    const { seq } = this.all[at];
    const below = at > 0 ? this.all[at - 1].seq : seq - 1;
    // Mostly, the next one comes between this one and the next.
    return below + (seq - below) / 1_000;
  }

  remove(mutations: readonly QueuedMutation[]): void {
    for (const { owner } of mutations) this.#byOwner.delete(owner);
    this.all = this.all.filter((mutation) => this.has(mutation));
    this.changed();
  }

  /** Another session begins. */
  clear(): void {
    this.#byOwner.clear();
    this.all = [];
    this.isPaused = false;
    this.#emit();
  }

  /** A mutation, and those that refer to the entity that it creates. */
  withChildren(mutation: QueuedMutation): readonly QueuedMutation[] {
    const owners = new Set([mutation.owner]);
    return this.all.filter((each) => {
      const isChild = [...each.parents].some((parent) => owners.has(parent));
      if (isChild) owners.add(each.owner);
      return isChild || each === mutation;
    });
  }

  /** What is sent again with a mutation: those that failed because of it, or that it needs. */
  failedWith(mutation: QueuedMutation): readonly QueuedMutation[] {
    const family = new Set([mutation]);
    for (const each of family) {
      for (const owner of each.parents) {
        const parent = this.of(owner);
        if (parent) family.add(parent);
      }
      for (const child of this.withChildren(each)) family.add(child);
    }
    return this.all.filter((each) => family.has(each) && each.status === 'failed');
  }

  /** Observers are notified of all changes of one moment together. */
  changed(): void {
    if (this.#willEmit) return;
    this.#willEmit = true;
    runInMicrotask(() => {
      this.#willEmit = false;
      this.#emit();
    });
  }

  #emit(): void {
    const failed = this.all.filter(({ status }) => status === 'failed');
    const pending = [...turnsOf(this.toSend)].map(([mutation, earlier]) =>
      mutation.view(
        earlier.map(({ id }) => id),
        this.isPaused,
      ),
    );
    if (pending.length + this.pending.value.length > 0) this.pending.next(pending);
    if (failed.length + this.failed.value.length > 0) {
      this.failed.next(failed.map((mutation) => mutation.view([], false)));
    }
  }
}
