import type { HydrateAction } from './Action.ts';
import type { Commits } from './Commits.ts';
import { readSchema, readStored } from './readState.ts';
import { reduce } from './reduce.ts';
import type { Call } from './Requests.ts';
import { emptyState, type StoreState } from './StoreState.ts';

/** What was brought to a store, whatever became of it since: pages that were rendered elsewhere show it until they are taken over. */
export class Served {
  readonly #commits: Commits;
  #actions: HydrateAction[] = [];
  /** What was brought, and nothing else. */
  #state: StoreState | undefined;
  /** The state of the store when the last part had come. */
  #stateThen: StoreState | undefined;

  constructor(commits: Commits) {
    this.#commits = commits;
    // A page is taken over long before the first collection.
    commits.actions$.subscribe(({ type }) => {
      if (type === 'reset' || type === 'collect') this.#clear();
    });
  }

  /** Another part has been brought to the store. */
  add(action: HydrateAction): void {
    this.#actions.push(action);
    // It is rarely asked for, and shares all records with the store.
    this.#state = undefined;
    this.#stateThen = this.#commits.state;
  }

  /** The data of a call as it was brought, until the first collection after it; `undefined` if there is none, or if the store shows the same. */
  read({ key, endpoint: { schema }, args }: Call): unknown {
    if (this.#actions.length === 0 || this.#stateThen === this.#commits.state) return undefined;
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

  #clear(): void {
    this.#actions = [];
    this.#state = this.#stateThen = undefined;
  }
}
