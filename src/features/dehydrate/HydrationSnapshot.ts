import type { Args } from '../../shared/copyArgs.ts';
import { encodeKey } from '../../shared/encodeKey.ts';
import type { HydrateAction } from '../../kernel/store/Action.ts';
import type { Commits } from '../../kernel/commits/Commits.ts';
import { type EndpointState, INACTIVE } from '../../kernel/streams/EndpointState.ts';
import { readSchema, readStored } from '../../kernel/views/readState.ts';
import { storedOfCall, tryRead } from './storedOfCall.ts';
import { applyHydrate } from './applyHydrate.ts';
import type { RenderedPage } from '../../kernel/streams/RetainedSource.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import type { Rendered } from '../../kernel/streams/StateObservable.ts';
import { EntityTable } from '../../kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../kernel/table/EntityTableDraft.ts';

/** The state of a call for which the page has no data. */
const MISSING: Rendered<EndpointState<never>> = {
  value: /* @__PURE__ */ Object.assign({}, INACTIVE, { status: 'invalid', fetching: true }),
};

/**
 * The data that a page is rendered with. On the server it comes from the store; in the browser from
 * the hydrated states, whatever the store contains by then. A read with Suspense renders with its
 * own data. All reads without Suspense render with one state, the shell state: the state of the
 * server's store when the first of them rendered.
 */
export class HydrationSnapshot implements RenderedPage {
  readonly #commits: Commits;
  readonly #rendersHere: boolean;
  /** How far the clock here is behind that of the first state that has shown it, ms; 0 before that. */
  lag = 0;
  #actions: HydrateAction[] = [];
  /** The hydrated states, and nothing else. */
  #state: EntityTable | undefined;
  /** The state of the store after the last part was hydrated. */
  #stateThen: EntityTable | undefined;
  #shell: EntityTable | undefined;
  /** The hydrated data of calls that was read. */
  #read = new WeakMap<Call, unknown>();
  /** The values of queries in the shell state. */
  readonly #queries = new Map<object, Map<string, Rendered<unknown>>>();

  /** `rendersHere`: whether the page is rendered from this store. */
  constructor(commits: Commits, rendersHere = false) {
    this.#commits = commits;
    this.#rendersHere = rendersHere;
    // Hydration of a page is over long before the first garbage collection.
    commits.actions$.subscribe(({ type }) => {
      if (type === 'reset' || type === 'collect') this.#clear();
    });
  }

  /** Called when another part was hydrated. */
  add(action: HydrateAction): void {
    this.#actions.push(action);
    // Made again on the next read, which is rare; it shares all records with the store.
    this.#forget();
    this.#stateThen = this.#commits.shown.visible;
  }

  /**
   * The hydrated data of a call, until the next garbage collection; `undefined` if there is none,
   * or if the store shows the same. Always the same: React repeats the render that hydrates.
   */
  read(call: Call): unknown {
    const known = this.#read.get(call);
    if (known !== undefined || this.#actions.length === 0 || this.#isUnchanged) return known;
    const state = (this.#state ??= stateOf(this.#actions));
    const data = dataIn(state, call);
    this.#read.set(call, data);
    return data;
  }

  /** The shell state, if a read without Suspense was rendered on the server. */
  get shell(): EntityTable | undefined {
    return this.#shell;
  }

  /**
   * The state that reads without Suspense render for a call; `undefined`: use that of the store.
   * `dataNow` returns the data that the store shows.
   */
  state(call: Call, dataNow: () => unknown): Rendered<EndpointState<unknown>> | undefined {
    const shell = this.#shellState();
    if (!shell) return undefined;
    const { error, errorPolicy } = shell.result(call.key) ?? {};
    const data = this.#showsShell ? dataNow() : dataIn(shell, call);
    if (!error || (errorPolicy === 'soft' && data !== undefined)) {
      return data === undefined ? MISSING : { value: { ...INACTIVE, data } };
    }
    // Failures of a page are not sent to the browser.
    return this.#isPage ? MISSING : { value: { ...INACTIVE, data, error, errorPolicy } };
  }

  /** Like `state`, for a schema. */
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

  /** `undefined` if nothing was hydrated, or if the store shows exactly that. */
  #shellState(): EntityTable | undefined {
    if (this.#rendersHere) return (this.#shell ??= this.#commits.shown.visible);
    if (this.#actions.length === 0 || (this.#showsShell && !this.#isPage)) return undefined;
    const early = this.#actions.filter(({ isLate }) => !isLate);
    return (this.#shell ??= stateOf(early));
  }

  /** Whether parts of a page were hydrated, or the store renders one. */
  get #isPage(): boolean {
    return this.#rendersHere || this.#actions.some(({ isLate }) => isLate !== undefined);
  }

  /** Whether the store shows the shell state. */
  get #showsShell(): boolean {
    if (this.#rendersHere) return this.#shell === this.#commits.shown.visible;
    return this.#isUnchanged && !this.#actions.some(({ isLate }) => isLate);
  }

  /** Whether the store has not changed since the last hydration. */
  get #isUnchanged(): boolean {
    return this.#stateThen === this.#commits.shown.visible;
  }

  #forget(): void {
    this.#state = this.#shell = undefined;
    this.#queries.clear();
  }

  #clear(): void {
    this.#actions = [];
    this.#read = new WeakMap();
    this.#forget();
    this.#stateThen = undefined;
  }
}

/** The state that these actions alone make. */
function stateOf(actions: readonly HydrateAction[]): EntityTable {
  const draft = new EntityTableDraft(EntityTable.empty());
  for (const action of actions) applyHydrate(draft, action);
  return draft.commit().table;
}

/** The data of a call in a state. Data that throws was not rendered. */
function dataIn(state: EntityTable, call: Call): unknown {
  const { endpoint, args } = call;
  return tryRead(() => {
    const stored = storedOfCall(state, call);
    return stored === undefined ? undefined : readStored(state, endpoint.schema, stored, args);
  });
}
