import type { EndpointEntry } from '../streams/EndpointEntry.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { WaitingRender } from '../streams/RenderLease.ts';
import type { SourceListener } from '../streams/StateSource.ts';
import { noteFailure } from './failedReads.ts';
import { Listeners } from './Listeners.ts';
import type { OnFocus } from './OnFocus.ts';
import { firstRenderWaits, type ReadDecision, readDecision } from './readDecision.ts';
import { ReadThenable } from './ReadThenable.ts';
import { whenRendered } from './renderPhase.ts';
import { ServedReading } from './ServedReading.ts';
import type { Subscribe } from './Subscribe.ts';

/** What a hook shows: another object only if that is something else. */
export interface Reading {
  readonly decision: ReadDecision;
  /** The data, the error, or nothing. */
  readonly content: unknown;
}

const readers = new WeakMap<EndpointObservable<unknown>, Reader>();

/** The reader of an endpoint observable: always the same one. */
export function readerOf(observable: EndpointObservable<unknown>): Reader {
  let reader = readers.get(observable);
  if (!reader) readers.set(observable, (reader = new Reader(observable)));
  return reader;
}

/**
 * What all hooks of one key share: one subscription to its stream, and one thenable that stands for its state. Hooks that wait take
 * `subscribeWith` and `getSnapshot`, those that show how a request stands `subscribeToState` and `getState`, those that never ask `watch`.
 */
export class Reader implements SourceListener, WaitingRender {
  readonly #observable: EndpointObservable<unknown>;
  /** Told of other readings. */
  readonly #listeners = new Listeners();
  /** Told of other states. */
  #stateListeners: Listeners | undefined;
  #onlookers: Onlookers | undefined;
  #subscribeToState: Subscribe | undefined;
  #watch: Subscribe | undefined;
  #withFocus: WeakMap<OnFocus, Subscribe> | undefined;
  #stateWithFocus: WeakMap<OnFocus, Subscribe> | undefined;
  #state: EndpointState<unknown> | undefined;
  #reading: Reading = { decision: 'wait', content: undefined };
  /** What listeners were told of last. */
  #told = this.#reading;
  #toldState: EndpointState<unknown> | undefined;
  #retry: (() => void) | undefined;
  #thenable = new ReadThenable<unknown>();
  /** For first renders that wait while others show what is there. */
  #awaited: ReadThenable<unknown> | undefined;
  #entry: EndpointEntry | undefined;
  /** What the page was rendered with, where that is something else. */
  #served: ServedReading | undefined;
  #servedState: EndpointState<unknown> | undefined;

  constructor(observable: EndpointObservable<unknown>) {
    this.#observable = observable;
  }

  readonly getSnapshot = (): Reading => {
    // Without an entry nothing would keep values that are made from the table: each look would give other objects.
    const state = this.#keyEntry()?.read() ?? this.#observable.getValue();
    if (state !== this.#state) this.#take(state);
    return this.#reading;
  };

  /** What a page was rendered with on the server: the component that takes it over has to render the same first. */
  readonly getServerSnapshot = (): Reading => this.#lookServed()?.reading ?? this.getSnapshot();

  /** The same for hooks that do not suspend: the state that the page was rendered with. */
  getServerState(): EndpointState<unknown> {
    this.#servedState ??= this.#observable.rendered()?.value;
    return this.#servedState ?? this.getState();
  }

  #lookServed(): ServedReading | undefined {
    if (this.#served) return this.#served;
    const data = this.#observable.served();
    return data === undefined ? undefined : (this.#served = new ServedReading(data));
  }

  /** What stands for what the page was rendered with, if that is `shown`. */
  servedThenable(shown: Reading): ReadThenable<unknown> | undefined {
    return shown === this.#served?.reading ? this.#served.thenable : undefined;
  }

  /** The entry of the key; the one that is listened to cannot be another one meanwhile. */
  #keyEntry(): EndpointEntry | undefined {
    return this.#entry ?? this.#observable.entry();
  }

  /** The state of the key: another object only if a member is another one. */
  getState(): EndpointState<unknown> {
    this.getSnapshot();
    // The cast holds: the look at the snapshot took the state.
    return this.#state as EndpointState<unknown>;
  }

  readonly #subscribe: Subscribe = (listener) => this.#subscribeTo(this.#listeners, listener);

  #subscribeTo(listeners: Listeners, listener: () => void): () => void {
    // First: React up to 17 does not look whether the subscription changed anything.
    listeners.add(listener);
    this.#listen();
    return () => {
      listeners.remove(listener);
      this.#unlistenIfAlone();
    };
  }

  /** Asks for what is missing or stale; for nothing where no key can be made. */
  #listen(): void {
    const entry = this.#keyEntry();
    if (!entry) return;
    if (this.#entry) {
      entry.demand();
    } else {
      this.#entry = entry;
      entry.listen(this);
      // Who subscribes looks again.
      this.getSnapshot();
      this.#noteTold();
    }
    entry.renderShown();
  }

  #unlistenIfAlone(): void {
    if (!this.#listeners.isEmpty || this.#stateListeners?.isEmpty === false) return;
    this.#entry?.unlisten(this);
    this.#entry = undefined;
  }

  /** `subscribe` of useSyncExternalStore, always the same for the same `onFocus`: what is stale is fetched when the screen gains focus. */
  subscribeWith(onFocus: OnFocus | undefined): Subscribe {
    if (!onFocus) return this.#subscribe;
    return this.#refetchingOn(onFocus, this.#subscribe, (this.#withFocus ??= new WeakMap()));
  }

  /** The same for who shows the state itself. */
  subscribeToStateWith(onFocus: OnFocus | undefined): Subscribe {
    const listeners = (this.#stateListeners ??= new Listeners());
    const inner = (this.#subscribeToState ??= (listener) => this.#subscribeTo(listeners, listener));
    if (!onFocus) return inner;
    return this.#refetchingOn(onFocus, inner, (this.#stateWithFocus ??= new WeakMap()));
  }

  #refetchingOn(onFocus: OnFocus, inner: Subscribe, known: WeakMap<OnFocus, Subscribe>): Subscribe {
    let subscribe = known.get(onFocus);
    if (!subscribe) {
      subscribe = (listener) => {
        const unsubscribe = inner(listener);
        const stop = onFocus(() => this.#keyEntry()?.demand());
        return () => {
          stop();
          unsubscribe();
        };
      };
      known.set(onFocus, subscribe);
    }
    return subscribe;
  }

  /** `subscribe` of useSyncExternalStore for who never asks for anything. */
  get watch(): Subscribe {
    return (this.#watch ??= (listener) => {
      const entry = this.#keyEntry();
      if (!entry) return () => {};
      const onlookers = (this.#onlookers ??= new Onlookers());
      onlookers.add(listener);
      entry.watch(onlookers);
      return () => {
        onlookers.remove(listener);
        if (onlookers.isEmpty) entry.unlisten(onlookers);
      };
    });
  }

  /**
   * Called in the first render of a component, and in each repetition of it until it is shown; `waits`: it is shown only when the key is settled. Gives what to wait for, or `undefined` if
   * the snapshot is right for it.
   */
  firstRender(waits = true): ReadThenable<unknown> | undefined {
    const entry = this.#keyEntry();
    const { decision } = this.getSnapshot();
    if (!entry) return undefined;
    if (decision !== 'wait' && (entry.isSatisfied || !firstRenderWaits(entry.read()))) {
      // What is thrown is never subscribed to.
      if (decision === 'throw') entry.renderThrew();
      return undefined;
    }
    entry.demandForRender(this, waits);
    return decision === 'wait' ? this.#thenable : (this.#awaited ??= new ReadThenable());
  }

  /** What a render has to take; `awaited` is what `firstRender` gave. */
  thenableFor(awaited: ReadThenable<unknown> | undefined): ReadThenable<unknown> {
    const thenable = awaited?.status === 'pending' ? awaited : this.#thenable;
    // What is hidden is not subscribed: it may be that nobody else asks.
    if (thenable.status === 'pending') this.#keyEntry()?.demandForRender(this, false);
    return thenable;
  }

  /** A component reads another key from here on: its render waits for this one no longer. */
  leave(): void {
    this.#observable.leave();
  }

  /** Asks again for what failed; readers that render for the first time wait for the answer. */
  get retry(): () => void {
    return (this.#retry ??= () => this.#keyEntry()?.retry());
  }

  changed(): void {
    const { decision } = this.#told;
    const state = this.getState();
    // Others may have looked already: what counts is what listeners were told of last.
    const isOther = this.#reading !== this.#told;
    const isOtherState = state !== this.#toldState;
    this.#noteTold();
    if (isOtherState && this.#stateListeners) whenRendered(this.#stateListeners);
    // Those who wait are woken by the thenable.
    if (isOther && decision !== 'wait') whenRendered(this.#listeners);
  }

  #noteTold(): void {
    this.#told = this.#reading;
    this.#toldState = this.#state;
  }

  ended(reason?: Error): void {
    this.#entry = undefined;
    if (this.#thenable.status === 'pending') this.#thenable.reject(reason);
    this.#awaited?.reject(reason);
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

/** Those who show what there is, and never ask for anything. */
class Onlookers extends Listeners implements SourceListener {
  changed(): void {
    whenRendered(this);
  }

  ended(): void {}
}
