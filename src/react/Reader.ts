import type { EndpointObservable } from '../store/EndpointObservable.ts';
import type { EndpointState } from '../store/EndpointState.ts';
import { disposedError } from '../store/disposedError.ts';
import { noteFailure } from './failedReads.ts';
import { firstRenderWaits, readDecision } from './readDecision.ts';
import { ReadThenable } from './ReadThenable.ts';

const readers = new WeakMap<EndpointObservable<unknown>, Reader<unknown>>();

/** The reader of an endpoint observable: always the same one. */
export function readerOf<T>(observable: EndpointObservable<T>): Reader<T> {
  let reader = readers.get(observable as EndpointObservable<unknown>);
  if (!reader) {
    reader = new Reader(observable as EndpointObservable<unknown>);
    readers.set(observable as EndpointObservable<unknown>, reader);
  }
  // The casts hold: a reader is kept under the observable it was made for.
  return reader as Reader<T>;
}

/**
 * What all hooks of one key share: one subscription to its stream, and one thenable that stands for its state. `subscribe` and
 * `getSnapshot` are those of useSyncExternalStore.
 */
export class Reader<T> {
  readonly #observable: EndpointObservable<T>;
  readonly #listeners = new Set<() => void>();
  #state: EndpointState<T> | undefined;
  #shown = new ReadThenable<T>();
  /** For first renders that wait while others show what is there. */
  #awaited: ReadThenable<T> | undefined;
  #stopListening: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(observable: EndpointObservable<T>) {
    this.#observable = observable;
  }

  readonly getSnapshot = (): ReadThenable<T> => {
    const state = this.#observable.getValue();
    if (state !== this.#state) this.#take(state);
    return this.#shown;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const entry = this.#observable.entry();
    if (!entry) return () => {};
    this.#listeners.add(listener);
    if (this.#stopListening) entry.demand();
    else this.#stopListening = entry.listen(this.#changed, this.#ended);
    entry.renderShown();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopListening?.();
      this.#stopListening = undefined;
    };
  };

  /**
   * Called in the first render of a component, and in each repetition of it until it is shown. Gives what to wait for, or `undefined` if
   * the snapshot is right for it.
   */
  firstRender(): ReadThenable<T> | undefined {
    const entry = this.#observable.entry();
    const shown = this.getSnapshot();
    if (!entry) return undefined;
    if (entry.isSatisfied || !firstRenderWaits(this.#observable.getValue())) {
      if (shown.status === 'rejected') entry.renderShown();
      return undefined;
    }
    entry.demandForRender();
    this.#stopWatching ??= entry.watch(this.#changed, this.#ended);
    if (this.#shown.status === 'pending') return this.#shown;
    return (this.#awaited ??= new ReadThenable<T>());
  }

  /** Asks again for what failed; readers that render for the first time wait for the answer. */
  readonly retry = (): void => {
    this.#observable.entry()?.retry();
  };

  readonly #changed = (): void => {
    const before = this.#shown;
    this.getSnapshot();
    if (this.#shown !== before) for (const listener of [...this.#listeners]) listener();
  };

  readonly #ended = (): void => {
    if (this.#shown.status === 'pending') this.#shown.reject(disposedError());
    this.#awaited?.reject(disposedError());
  };

  /** Brings the thenables up to date. A pending one settles in place; a settled one is replaced. */
  #take(state: EndpointState<T>): void {
    this.#state = state;
    // The cast holds: data may be undefined only where the endpoint answers undefined.
    const data = state.data as T;
    switch (readDecision(state)) {
      case 'show':
        if (this.#shown.status === 'pending') this.#shown.fulfil(data);
        else if (!this.#shows(data)) this.#shown = ReadThenable.fulfilled(data);
        break;
      case 'throw':
        noteFailure(state.error!, this.retry);
        if (this.#shown.status === 'pending') this.#shown.reject(state.error);
        else if (this.#shown.reason !== state.error) this.#shown = ReadThenable.rejected(state.error);
        break;
      case 'wait':
        if (this.#shown.status !== 'pending') this.#shown = new ReadThenable();
        return;
    }
    if (!state.fetching) this.#settleAwaited(state);
  }

  #shows(data: T): boolean {
    return this.#shown.status === 'fulfilled' && Object.is(this.#shown.value, data);
  }

  /** The awaited answer is there: it is what the snapshot shows. */
  #settleAwaited(state: EndpointState<T>): void {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    if (!awaited) return;
    if (this.#shown.status === 'rejected') awaited.reject(state.error);
    else awaited.fulfil(this.#shown.value as T);
  }
}
