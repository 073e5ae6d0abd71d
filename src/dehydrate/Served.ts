import { encodeKey } from '../shared/encodeKey.ts';
import type { HydrateAction } from '../store/Action.ts';
import type { Commits } from '../commits/Commits.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import { INACTIVE } from '../streams/INACTIVE.ts';
import { readEndpoint, readSchema, readStored } from '../views/readState.ts';
import { StoreDraft } from '../commits/StoreDraft.ts';
import { applyHydrate } from './applyHydrate.ts';
import type { RenderedPage } from '../streams/RenderedPage.ts';
import type { Call } from '../requests/Call.ts';
import type { Rendered } from '../streams/StateObservable.ts';
import { emptyState, type StoreState } from '../commits/StoreState.ts';

type Args = readonly unknown[];

/** The state of a call that the page is rendered without. */
const MISSING: Rendered<EndpointState<never>> = {
  value: { ...INACTIVE, status: 'invalid', fetching: true },
};

/**
 * What a page is rendered with: on the server, from its store; in the browser, from what was brought to the store, whatever became of it since. A read
 * that suspends is rendered with its data. All reads that do not suspend are rendered with one state, the shell state: what the store of the server knew
 * when the first of them was rendered.
 */
export class Served implements RenderedPage {
  readonly #commits: Commits;
  readonly #rendersHere: boolean;
  #actions: HydrateAction[] = [];
  /** What was brought, and nothing else. */
  #state: StoreState | undefined;
  /** The state of the store when the last part had come. */
  #stateThen: StoreState | undefined;
  #shell: StoreState | undefined;
  /** What queries show of the shell state. */
  readonly #queries = new Map<object, Map<string, Rendered<unknown>>>();

  /** `rendersHere`: whether the page is rendered from this store. */
  constructor(commits: Commits, rendersHere = false) {
    this.#commits = commits;
    this.#rendersHere = rendersHere;
    // A page is taken over long before the first collection.
    commits.actions$.subscribe(({ type }) => {
      if (type === 'reset' || type === 'collect') this.#clear();
    });
  }

  /** Another part has been brought to the store. */
  add(action: HydrateAction): void {
    this.#actions.push(action);
    // It is rarely asked for, and shares all records with the store.
    this.#forget();
    this.#stateThen = this.#commits.state;
  }

  /** The data of a call as it was brought, until the first collection after it; `undefined` if there is none, or if the store shows the same. */
  read(call: Call): unknown {
    if (this.#actions.length === 0 || this.#isUnchanged) return undefined;
    const state = (this.#state ??= stateOf(this.#actions));
    return dataIn(state, call);
  }

  /** The shell state, if a read that does not suspend was rendered on the server. */
  get shell(): StoreState | undefined {
    return this.#shell;
  }

  /**
   * The state of a call as reads that do not suspend are rendered with it; `undefined`: that of the store. `dataNow` gives the data that the store shows.
   */
  state(call: Call, dataNow: () => unknown): Rendered<EndpointState<unknown>> | undefined {
    const shell = this.#shellState();
    if (!shell) return undefined;
    const { error, errorPolicy } = shell.answers.get(call.key) ?? {};
    const data = this.#showsShell ? dataNow() : dataIn(shell, call);
    if (!error || (errorPolicy === 'soft' && data !== undefined)) {
      return data === undefined ? MISSING : { value: { ...INACTIVE, data } };
    }
    // Failures of a page are not sent.
    return this.#isPage ? MISSING : { value: { ...INACTIVE, data, error, errorPolicy } };
  }

  /** The same for a schema. */
  query(schema: object, args: Args): Rendered<unknown> | undefined {
    const shell = this.#shellState();
    if (!shell || this.#showsShell) return undefined;
    let ofSchema = this.#queries.get(schema);
    if (!ofSchema) this.#queries.set(schema, (ofSchema = new Map<string, Rendered<unknown>>()));
    const key = encodeKey(args);
    let known = ofSchema.get(key);
    if (!known) ofSchema.set(key, (known = { value: readSchema(shell, schema, args) }));
    return known;
  }

  /** `undefined`: nothing was brought, or the store shows just that. */
  #shellState(): StoreState | undefined {
    if (this.#rendersHere) return (this.#shell ??= this.#commits.state);
    if (this.#actions.length === 0 || (this.#showsShell && !this.#isPage)) return undefined;
    const early = this.#actions.filter(({ isLate }) => !isLate);
    return (this.#shell ??= stateOf(early));
  }

  /** Whether the store has been brought parts of a page, or renders one. */
  get #isPage(): boolean {
    return this.#rendersHere || this.#actions.some(({ isLate }) => isLate !== undefined);
  }

  /** Whether the store shows the shell state. */
  get #showsShell(): boolean {
    if (this.#rendersHere) return this.#shell === this.#commits.state;
    return this.#isUnchanged && !this.#actions.some(({ isLate }) => isLate);
  }

  /** Whether the store shows what was brought. */
  get #isUnchanged(): boolean {
    return this.#stateThen === this.#commits.state;
  }

  #forget(): void {
    this.#state = this.#shell = undefined;
    this.#queries.clear();
  }

  #clear(): void {
    this.#actions = [];
    this.#forget();
    this.#stateThen = undefined;
  }
}

/** What these states tell, and nothing else. */
function stateOf(actions: readonly HydrateAction[]): StoreState {
  const draft = new StoreDraft(emptyState(0));
  for (const action of actions) applyHydrate(draft, action);
  return draft.finish().state;
}

/** The data of a call in a state: that of its answer, else what the table can tell. After an invalidation only an answer counts. */
function dataIn(state: StoreState, { key, endpoint, args }: Call): unknown {
  const { schema } = endpoint;
  try {
    const row = state.answers.get(key);
    if (row?.answered) return readStored(state, schema, row.result, args);
    if ((row?.invalidatedSeq ?? 0) > 0 || schema === undefined || schema === null) return undefined;
    return readEndpoint(state, endpoint, args);
  } catch {
    // What throws was not shown.
    return undefined;
  }
}
