import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { EndpointEntry } from './EndpointEntry.ts';
import type { EndpointObservableHost } from './EndpointObservable.ts';
import type { EndpointState } from './EndpointState.ts';
import type { Call } from './Requests.ts';
import type { StateSource } from './StateSource.ts';

type State = EndpointState<unknown>;

/** What an observed call needs of its store. */
export interface ObservedCalls {
  readonly store: {
    /** Throws after `dispose()`. */
    assertAlive(): void;
    fetch(endpoint: EndpointInterface, args: readonly unknown[]): Promise<unknown>;
    served(call: Call): unknown;
  };
  callFor(own: string, endpoint: EndpointInterface, args: readonly unknown[]): Call;
  entry(call: Call): EndpointEntry;
  peek(call: Call): EndpointEntry | undefined;
  sourceFor(call: Call, how: 'listen' | 'watch'): StateSource<State>;
  readState(call: Call): State;
}

/** An endpoint and arguments that make a key. The key is made once: looking at the state costs no more than finding the source. */
export class ObservedCall implements EndpointObservableHost<unknown> {
  readonly key: string;
  readonly #calls: ObservedCalls;
  readonly #endpoint: EndpointInterface;
  readonly #args: readonly unknown[];

  constructor(
    calls: ObservedCalls,
    key: string,
    endpoint: EndpointInterface,
    args: readonly unknown[],
  ) {
    this.key = key;
    this.#calls = calls;
    this.#endpoint = endpoint;
    this.#args = args;
  }

  source(): StateSource<State> {
    return this.#alive().sourceFor(this.#call, 'listen');
  }

  read(): State {
    return this.#alive().readState(this.#call);
  }

  entry(): EndpointEntry {
    return this.#alive().entry(this.#call);
  }

  /** Also after `dispose()`: there is nothing then. */
  leave(): void {
    this.#calls.peek(this.#call)?.renderLeft();
  }

  served(): unknown {
    return this.#calls.store.served(this.#call);
  }

  refetch(): Promise<unknown> {
    return this.#calls.store.fetch(this.#endpoint, this.#args);
  }

  get #call(): Call {
    return this.#calls.callFor(this.key, this.#endpoint, this.#args);
  }

  #alive(): ObservedCalls {
    this.#calls.store.assertAlive();
    return this.#calls;
  }
}
