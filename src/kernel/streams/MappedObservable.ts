import {
  type Interest,
  type Rendered,
  type SourceListener,
  StateObservable,
} from './StateObservable.ts';

/** The projected values of another state observable. */
export class MappedObservable<T, R> extends StateObservable<R> {
  readonly #of: StateObservable<T>;
  readonly #project: (value: T) => R;
  readonly #how: Interest;

  /** `how`: what the store does for subscribers. */
  constructor(of: StateObservable<T>, project: (value: T) => R, how: Interest = 'wants') {
    super();
    this.#of = of;
    this.#project = project;
    this.#how = how;
  }

  getValue(): R {
    return this.#project(this.#of.getValue());
  }

  read(): R {
    return this.#project(this.#of.read());
  }

  listen(listener: SourceListener): void {
    this.#of.listen(listener, this.#how);
  }

  unlisten(listener: SourceListener): void {
    this.#of.unlisten(listener);
  }

  override rendered(): Rendered<R> | undefined {
    const known = this.#of.rendered();
    return known && { value: this.#project(known.value) };
  }
}
