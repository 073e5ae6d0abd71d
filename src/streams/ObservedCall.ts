import type { EndpointInterface } from '../endpoint/EndpointInterface.ts';
import type { EndpointStream } from './EndpointStream.ts';
import type { EndpointObservableHost } from './EndpointObservable.ts';
import type { EndpointState } from './EndpointState.ts';
import type { Call } from '../requests/Call.ts';
import type { RenderedPage } from './RenderedPage.ts';
import type { Rendered } from './StateObservable.ts';
import type { ReadableSource } from './ReadableSource.ts';

type State = EndpointState<unknown>;

/** What an observed call needs from its store. */
export interface ObservedCalls {
  readonly store: {
    /** Throws after `dispose()`. */
    assertAlive(): void;
    fetch(endpoint: EndpointInterface, args: readonly unknown[]): Promise<unknown>;
    page(): RenderedPage | undefined;
  };
  /**
   * The call with the key that the store uses: endpoints of other schemas may have the same one.
   */
  keyed(call: Call): Call;
  entry(call: Call): EndpointStream;
  peek(call: Call): EndpointStream | undefined;
  sourceFor(call: Call, how: 'listen' | 'watch'): ReadableSource<State>;
  readState(call: Call): State;
}

/**
 * An endpoint and args that make a key. The key is made once, so reading the state costs one
 * look-up.
 */
export class ObservedCall implements EndpointObservableHost<unknown> {
  readonly #calls: ObservedCalls;
  readonly #own: Call;

  /** `own`: the call with the key that the endpoint made. */
  constructor(calls: ObservedCalls, own: Call) {
    this.#calls = calls;
    this.#own = own;
  }

  get key(): string {
    return this.#own.key;
  }

  source(): ReadableSource<State> {
    return this.#alive().sourceFor(this.#call, 'listen');
  }

  read(): State {
    return this.#alive().readState(this.#call);
  }

  entry(): EndpointStream {
    return this.#alive().entry(this.#call);
  }

  /** Does nothing after `dispose()`, instead of throwing. */
  leave(): void {
    this.#calls.peek(this.#call)?.renderLeft();
  }

  served(): unknown {
    return this.#calls.store.page()?.read(this.#call);
  }

  rendered(): Rendered<State> | undefined {
    return this.#calls.store.page()?.state(this.#call, () => this.read().data);
  }

  refetch(): Promise<unknown> {
    return this.#calls.store.fetch(this.#own.endpoint, this.#own.args);
  }

  get #call(): Call {
    return this.#calls.keyed(this.#own);
  }

  #alive(): ObservedCalls {
    this.#calls.store.assertAlive();
    return this.#calls;
  }
}
