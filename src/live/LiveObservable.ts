import type { Observable } from 'rxjs';
import { DerivedObservables, type EndpointObservable } from '../streams/EndpointObservable.ts';
import type { EndpointState, ExpiryStatus } from '../streams/EndpointState.ts';
import { type ReadableSource, type Rendered, StateObservable } from '../streams/StateObservable.ts';

type State = EndpointState<unknown>;

/** A stream that each of its subscribers keeps fresh. */
export class LiveObservable extends StateObservable<State> implements EndpointObservable<unknown> {
  readonly #stream: EndpointObservable<unknown>;
  readonly #sourceOf: () => ReadableSource<State>;
  readonly #derived = new DerivedObservables<unknown>(this);

  /** `sourceOf` makes what a subscription reads. */
  constructor(stream: EndpointObservable<unknown>, sourceOf: () => ReadableSource<State>) {
    super();
    this.#stream = stream;
    this.#sourceOf = sourceOf;
  }

  get key(): string {
    return this.#stream.key;
  }

  getValue(): State {
    return this.#stream.getValue();
  }

  open(): ReadableSource<State> {
    return this.#sourceOf();
  }

  override rendered(): Rendered<State> | undefined {
    return this.#stream.rendered();
  }

  get data$(): Observable<unknown> {
    return this.#derived.data$;
  }

  get dataOrThrow$(): Observable<unknown> {
    return this.#derived.dataOrThrow$;
  }

  get status$(): StateObservable<ExpiryStatus> {
    return this.#derived.status$;
  }

  get error$(): StateObservable<Error | undefined> {
    return this.#derived.error$;
  }

  refetch(): Promise<unknown> {
    return this.#stream.refetch();
  }

  served(): unknown {
    return this.#stream.served();
  }
}
