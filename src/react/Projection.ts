import type { EndpointState } from '../streams/EndpointState.ts';
import { readDecision } from './readDecision.ts';

/** What has a state to project. */
interface StateReader {
  getState(): EndpointState<unknown>;
  /** What a page was rendered with on the server, or the state. */
  getServerState(): EndpointState<unknown>;
}

/** What a hook makes of the state of its key: another object only if one of its members is another one. */
export class Projection<V extends object> {
  readonly #reader: StateReader;
  readonly #project: (state: EndpointState<unknown>) => V;
  #state: EndpointState<unknown> | undefined;
  #value: V | undefined;
  #served: { readonly state: EndpointState<unknown>; readonly value: V } | undefined;

  constructor(reader: StateReader, project: (state: EndpointState<unknown>) => V) {
    this.#reader = reader;
    this.#project = project;
  }

  readonly getSnapshot = (): V => {
    const state = this.#reader.getState();
    if (state === this.#state && this.#value) return this.#value;
    this.#state = state;
    const value = this.#project(state);
    if (!this.#value || !sameMembers(this.#value, value)) this.#value = value;
    return this.#value;
  };

  readonly getServerSnapshot = (): V => {
    const state = this.#reader.getServerState();
    if (this.#served?.state !== state) {
      const now = this.getSnapshot();
      // A server does not fetch in the background.
      const fetching = readDecision(state) === 'wait';
      const value = this.#project({ ...state, fetching });
      this.#served = { state, value: sameMembers(now, value) ? now : value };
    }
    return this.#served.value;
  };
}

function sameMembers<V extends object>(a: V, b: V): boolean {
  for (const name in a) if (!Object.is(a[name], b[name])) return false;
  return true;
}
