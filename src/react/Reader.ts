import { disposedError } from '../store/disposedError.ts';
import type { EndpointEntry } from '../store/EndpointEntry.ts';
import type { EndpointObservable } from '../store/EndpointObservable.ts';
import type { EndpointState } from '../store/EndpointState.ts';
import type { WaitingRender } from '../store/RenderLease.ts';
import type { SourceListener } from '../store/StateSource.ts';
import { isOneOf, listOf, type OneOrMany, withOne, withoutOne } from '../shared/oneOrMany.ts';
import { noteFailure } from './failedReads.ts';
import type { OnFocus } from './FocusContext.ts';
import { firstRenderWaits, type ReadDecision, readDecision } from './readDecision.ts';
import { ReadThenable } from './ReadThenable.ts';

/** What a hook shows: another object only if that is something else. */
export interface Reading {
  readonly decision: ReadDecision;
  /** The data, the error, or nothing. */
  readonly content: unknown;
}

type Subscribe = (listener: () => void) => () => void;

const readers = new WeakMap<EndpointObservable<unknown>, Reader>();

/** The reader of an endpoint observable: always the same one. */
export function readerOf(observable: EndpointObservable<unknown>): Reader {
  let reader = readers.get(observable);
  if (!reader) readers.set(observable, (reader = new Reader(observable)));
  return reader;
}

/**
 * What all hooks of one key share: one subscription to its stream, and one thenable that stands for its state. `subscribeWith` and
 * `getSnapshot` give what useSyncExternalStore takes.
 */
export class Reader implements SourceListener, WaitingRender {
  readonly #observable: EndpointObservable<unknown>;
  #listeners: OneOrMany<() => void>;
  #subscribeWithFocus: WeakMap<OnFocus, Subscribe> | undefined;
  #state: EndpointState<unknown> | undefined;
  #reading: Reading = { decision: 'wait', content: undefined };
  #thenable = new ReadThenable<unknown>();
  /** For first renders that wait while others show what is there. */
  #awaited: ReadThenable<unknown> | undefined;
  #entry: EndpointEntry | undefined;

  constructor(observable: EndpointObservable<unknown>) {
    this.#observable = observable;
  }

  readonly getSnapshot = (): Reading => {
    // Without an entry nothing would keep values that are made from the table: each look would give other objects.
    const state = this.#keyEntry()?.read() ?? this.#observable.getValue();
    if (state !== this.#state) this.#take(state);
    return this.#reading;
  };

  /** The entry of the key; the one that is listened to cannot be another one meanwhile. */
  #keyEntry(): EndpointEntry | undefined {
    return this.#entry ?? this.#observable.entry();
  }

  readonly #subscribe: Subscribe = (listener) => {
    const entry = this.#keyEntry();
    if (!entry) return () => {};
    this.#listeners = withOne(this.#listeners, listener);
    if (this.#entry) {
      entry.demand();
    } else {
      this.#entry = entry;
      entry.listen(this);
    }
    entry.renderShown();
    return () => {
      this.#listeners = withoutOne(this.#listeners, listener);
      if (this.#listeners) return;
      this.#entry?.unlisten(this);
      this.#entry = undefined;
    };
  };

  /** `subscribe` of useSyncExternalStore, always the same for the same `onFocus`: what is stale is fetched when the screen gains focus. */
  subscribeWith(onFocus: OnFocus | undefined): Subscribe {
    if (!onFocus) return this.#subscribe;
    this.#subscribeWithFocus ??= new WeakMap();
    let subscribe = this.#subscribeWithFocus.get(onFocus);
    if (!subscribe) {
      subscribe = (listener) => {
        const unsubscribe = this.#subscribe(listener);
        const stop = onFocus(this.#focused);
        return () => {
          stop();
          unsubscribe();
        };
      };
      this.#subscribeWithFocus.set(onFocus, subscribe);
    }
    return subscribe;
  }

  /**
   * Called in the first render of a component, and in each repetition of it until it is shown. Gives what to wait for, or `undefined` if
   * the snapshot is right for it.
   */
  firstRender(): ReadThenable<unknown> | undefined {
    const entry = this.#keyEntry();
    const { decision } = this.getSnapshot();
    if (!entry) return undefined;
    if (decision !== 'wait' && (entry.isSatisfied || !firstRenderWaits(entry.read()))) {
      // What is thrown is never subscribed to.
      if (decision === 'throw') entry.renderThrew();
      return undefined;
    }
    entry.demandForRender(this, true);
    return decision === 'wait' ? this.#thenable : (this.#awaited ??= new ReadThenable());
  }

  /** What a render has to take; `awaited` is what `firstRender` gave. */
  thenableFor(awaited: ReadThenable<unknown> | undefined): ReadThenable<unknown> {
    const thenable = awaited?.status === 'pending' ? awaited : this.#thenable;
    // What is hidden is not subscribed: it may be that nobody else asks.
    if (thenable.status === 'pending') this.#keyEntry()?.demandForRender(this, false);
    return thenable;
  }

  readonly #focused = (): void => {
    this.#keyEntry()?.demand();
  };

  /** Asks again for what failed; readers that render for the first time wait for the answer. */
  readonly retry = (): void => {
    this.#keyEntry()?.retry();
  };

  changed(): void {
    const before = this.#reading;
    // Those who wait are woken by the thenable.
    if (this.getSnapshot() === before || before.decision === 'wait') return;
    for (const listener of listOf(this.#listeners)) {
      // Another one may have taken it away.
      if (isOneOf(this.#listeners, listener)) listener();
    }
  }

  ended(): void {
    this.#entry = undefined;
    if (this.#thenable.status === 'pending') this.#thenable.reject(disposedError());
    this.#awaited?.reject(disposedError());
  }

  /** Has the renders that still wait be repeated; the others are forgotten. */
  lapsed(): void {
    this.#thenable.wake();
    this.#awaited?.wake();
  }

  #take(state: EndpointState<unknown>): void {
    this.#state = state;
    const { data, error, fetching } = state;
    const decision = readDecision(state);
    const content = decision === 'throw' ? error : data;
    if (decision === 'throw') noteFailure(error!, this.retry);
    const { decision: lastDecision, content: lastContent } = this.#reading;
    if (decision !== lastDecision || !Object.is(content, lastContent)) {
      this.#reading = { decision, content };
    }
    this.#bring(this.#thenable);
    if (!this.#awaited || decision === 'wait' || fetching) return;
    this.#bring(this.#awaited);
    // Who waited for it is about to render, and React wants the same thenable in each repetition of a render.
    this.#thenable = this.#awaited;
    this.#awaited = undefined;
  }

  #bring(thenable: ReadThenable<unknown>): void {
    const { decision, content } = this.#reading;
    if (decision === 'show') thenable.fulfil(content);
    else if (decision === 'throw') thenable.reject(content);
    else thenable.wait();
  }
}
