import type { HydrateAction } from './Action.ts';
import { readSchema, readStored } from './readState.ts';
import { reduce } from './reduce.ts';
import { emptyState, type StoreState } from './StoreState.ts';

/** What was brought to a store, whatever became of it since: pages that were rendered elsewhere show it until they are taken over. */
export class Served {
  #actions: HydrateAction[] = [];
  #state: StoreState | undefined;

  get isEmpty(): boolean {
    return this.#actions.length === 0;
  }

  add(action: HydrateAction): void {
    this.#actions.push(action);
    // It is rarely asked for, and shares all records with the store.
    this.#state = undefined;
  }

  /** What it tells of a key; `undefined` if nothing. */
  read(key: string, schema: unknown, args: readonly unknown[]): unknown {
    const state = (this.#state ??= reduce(emptyState(0), this.#actions).state);
    try {
      const row = state.answers.get(key);
      if (row?.answered) return readStored(state, schema, row.result, args);
      return schema === undefined || schema === null ? undefined : readSchema(state, schema, args);
    } catch {
      // What throws was not shown.
      return undefined;
    }
  }

  clear(): void {
    this.#actions = [];
    this.#state = undefined;
  }
}
