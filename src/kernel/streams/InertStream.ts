import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import { rejection } from '../../shared/asError.ts';
import { type EndpointState, INACTIVE } from './EndpointState.ts';
import { EndpointStream } from './EndpointStream.ts';
import type { StreamContext } from './RetainedSource.ts';
import type { SourceListener } from './StateObservable.ts';

type State = EndpointState<unknown>;

/**
 * The stream of a read without a key, for `null` args and for args that make no key. Its state
 * never changes, it fetches nothing, and it ends with the store.
 */
export class InertStream extends EndpointStream {
  readonly #fixed: State;

  /** `error`: why the args make no key. */
  constructor(context: StreamContext, endpoint: EndpointInterface, error?: Error) {
    super(context, { key: '', endpoint, args: [] });
    this.#fixed = error ? { ...INACTIVE, error, errorPolicy: 'hard', expiresAt: 0 } : INACTIVE;
  }

  override getValue(): State {
    this.context.assertAlive();
    return this.#fixed;
  }

  override read(): State {
    return this.#fixed;
  }

  override listen(listener: SourceListener): void {
    this.context.entities$.listen(listener);
  }

  override unlisten(listener: SourceListener): void {
    this.context.entities$.unlisten(listener);
  }

  override enlist(): this {
    return this;
  }

  override retry(): void {}

  override refetch(): Promise<unknown> {
    const { error } = this.#fixed;
    return error ? rejection(error) : Promise.resolve();
  }

  override served(): undefined {}

  override rendered(): undefined {}
}
