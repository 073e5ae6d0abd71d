import type { EndpointState } from '../streams/EndpointState.ts';
import { readDecision } from './readDecision.ts';

/** A resource whose state is projected. */
interface StateHolder {
  getState(): EndpointState<unknown>;
  /** The state that the server rendered the page with, or the present one. */
  getServerState(): EndpointState<unknown>;
}

/**
 * Maps the state of a key to the value of a hook. The value stays the same object until one of its
 * members changes.
 */
export class Projection<V extends object> {
  readonly #resource: StateHolder;
  readonly #project: (state: EndpointState<unknown>) => V;
  #state: EndpointState<unknown> | undefined;
  #value: V | undefined;
  #served: { readonly state: EndpointState<unknown>; readonly value: V } | undefined;

  constructor(resource: StateHolder, project: (state: EndpointState<unknown>) => V) {
    this.#resource = resource;
    this.#project = project;
  }

  readonly getSnapshot = (): V => {
    const state = this.#resource.getState();
    if (state === this.#state && this.#value) return this.#value;
    this.#state = state;
    const value = this.#project(state);
    if (!this.#value || !sameMembers(this.#value, value)) this.#value = value;
    return this.#value;
  };

  readonly getServerSnapshot = (): V => {
    const state = this.#resource.getServerState();
    if (this.#served?.state !== state) {
      const now = this.getSnapshot();
      // The server fetches nothing in the background.
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
