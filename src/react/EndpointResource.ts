import type { EndpointStream } from '../streams/EndpointStream.ts';
import type { EndpointObservable } from '../streams/EndpointObservable.ts';
import type { EndpointState } from '../streams/EndpointState.ts';
import type { WaitingRender } from '../streams/RenderLease.ts';
import type { SourceListener } from '../streams/StateObservable.ts';
import { noteFailure } from './failedReads.ts';
import { Listeners } from './Listeners.ts';
import type { OnFocus } from './OnFocus.ts';
import { firstRenderWaits, type Snapshot, readDecision } from './readDecision.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';
import { whenRendered } from './renderPhase.ts';
import { ServedSnapshot } from './ServedSnapshot.ts';
import type { Subscribe } from './Subscribe.ts';

const resources = new WeakMap<EndpointObservable<unknown>, EndpointResource>();

/** The resource of what `store.observe` returned: always the same object. */
export function endpointResourceOf(observable: EndpointObservable<unknown>): EndpointResource {
  let resource = resources.get(observable);
  if (!resource) {
    // The cast holds: stores observe streams.
    resource = new EndpointResource(observable as EndpointStream);
    resources.set(observable, resource);
  }
  return resource;
}

/**
 * What all hooks of one key share: one subscription to its stream and one thenable that mirrors its
 * state. Hooks that suspend use `subscribeWith` and `getSnapshot`, hooks that show the request's
 * state use `subscribeToStateWith` and `getState`, hooks that never fetch use `watch`.
 */
export class EndpointResource implements SourceListener, WaitingRender {
  readonly #stream: EndpointStream;
  /** Notified when the snapshot changes. */
  readonly #listeners = new Listeners();
  /** Notified when the state changes. */
  #stateListeners: Listeners | undefined;
  #passive: PassiveObservers | undefined;
  #subscribeToState: Subscribe | undefined;
  #watch: Subscribe | undefined;
  #withFocus: WeakMap<OnFocus, Subscribe> | undefined;
  #stateWithFocus: WeakMap<OnFocus, Subscribe> | undefined;
  #state: EndpointState<unknown> | undefined;
  #snapshot: Snapshot = { decision: 'wait', content: undefined };
  /** The snapshot of the last notification. */
  #notified = this.#snapshot;
  #notifiedState: EndpointState<unknown> | undefined;
  #retry: (() => void) | undefined;
  #thenable = new SuspenseThenable<unknown>();
  /** For first renders that suspend while mounted components keep showing their data. */
  #awaited: SuspenseThenable<unknown> | undefined;
  #isConnected = false;
  /** What the server rendered the page with, if it differs from the present data. */
  #served: ServedSnapshot | undefined;
  #servedState: EndpointState<unknown> | undefined;

  constructor(stream: EndpointStream) {
    this.#stream = stream;
  }

  readonly getSnapshot = (): Snapshot => {
    // A listed stream memoizes what it reads. Else a later read could make other objects.
    const state = (this.#isConnected ? this.#stream : this.#stream.enlist()).read();
    if (state !== this.#state) this.#update(state);
    return this.#snapshot;
  };

  /** What the server rendered the page with: hydration has to render the same first. */
  readonly getServerSnapshot = (): Snapshot => this.#findServed()?.snapshot ?? this.getSnapshot();

  /** The state that the server rendered the page with, for hooks that do not suspend. */
  getServerState(): EndpointState<unknown> {
    this.#servedState ??= this.#stream.rendered()?.value;
    return this.#servedState ?? this.getState();
  }

  #findServed(): ServedSnapshot | undefined {
    if (this.#served) return this.#served;
    const data = this.#stream.served();
    return data === undefined ? undefined : (this.#served = new ServedSnapshot(data));
  }

  /** The thenable of the server-rendered data, if that is `shown`. */
  servedThenable(shown: Snapshot): SuspenseThenable<unknown> | undefined {
    return shown === this.#served?.snapshot ? this.#served.thenable : undefined;
  }

  /** The state of the key. The same object until a member changes. */
  getState(): EndpointState<unknown> {
    this.getSnapshot();
    // The cast holds: `getSnapshot` has set the state.
    return this.#state as EndpointState<unknown>;
  }

  readonly #subscribe: Subscribe = (listener) => this.#subscribeTo(this.#listeners, listener);

  #subscribeTo(listeners: Listeners, listener: () => void): () => void {
    // Before connecting, which may change the state: React up to 17 does not read it again after
    // `subscribe`.
    listeners.add(listener);
    this.#connect();
    return () => {
      listeners.remove(listener);
      this.#disconnectIfUnused();
    };
  }

  /** Fetches missing or stale data. */
  #connect(): void {
    const stream = this.#stream;
    if (this.#isConnected) {
      stream.fetchIfNeeded();
    } else {
      stream.listen(this);
      this.#isConnected = true;
      // The subscriber shows this snapshot: only later changes notify it.
      this.getSnapshot();
      this.#noteNotified();
    }
    stream.renderLease?.shown();
  }

  #disconnectIfUnused(): void {
    if (!this.#listeners.isEmpty || this.#stateListeners?.isEmpty === false) return;
    this.#stream.unlisten(this);
    this.#isConnected = false;
  }

  /**
   * `subscribe` of `useSyncExternalStore` that also fetches stale data when the screen gains focus.
   * The same function for the same `onFocus`.
   */
  subscribeWith(onFocus: OnFocus | undefined): Subscribe {
    if (!onFocus) return this.#subscribe;
    return this.#refetchingOn(onFocus, this.#subscribe, (this.#withFocus ??= new WeakMap()));
  }

  /** Like {@link subscribeWith}, for hooks that show the state itself. */
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
        const stop = onFocus(() => this.#stream.fetchIfNeeded());
        return () => {
          stop();
          unsubscribe();
        };
      };
      known.set(onFocus, subscribe);
    }
    return subscribe;
  }

  /** `subscribe` of `useSyncExternalStore` for hooks that never fetch. */
  get watch(): Subscribe {
    return (this.#watch ??= (listener) => {
      const passive = (this.#passive ??= new PassiveObservers());
      passive.add(listener);
      this.#stream.listen(passive, 'looks');
      return () => {
        passive.remove(listener);
        if (passive.isEmpty) this.#stream.unlisten(passive);
      };
    });
  }

  /**
   * Called in the first render of a component, and in each repetition of it until it commits.
   * `waits`: the component suspends until the key is settled. Returns the thenable to wait for, or
   * `undefined` if the snapshot is right for this render.
   */
  firstRender(waits = true): SuspenseThenable<unknown> | undefined {
    const stream = this.#stream;
    const { decision } = this.getSnapshot();
    if (decision !== 'wait' && (stream.isSatisfied || !firstRenderWaits(stream.read()))) {
      // A component that throws never subscribes.
      if (decision === 'throw') stream.renderLease?.threw();
      return undefined;
    }
    stream.fetchForRender(this, waits);
    return decision === 'wait' ? this.#thenable : (this.#awaited ??= new SuspenseThenable());
  }

  /** The thenable of this render. `awaited` is what `firstRender` returned. */
  thenableFor(awaited: SuspenseThenable<unknown> | undefined): SuspenseThenable<unknown> {
    const thenable = awaited?.status === 'pending' ? awaited : this.#thenable;
    // A hidden tree has no subscription, so this render starts the request.
    if (thenable.status === 'pending') this.#stream.fetchForRender(this, false);
    return thenable;
  }

  /** A component reads another key now: its render does not wait for this one any longer. */
  leave(): void {
    this.#stream.renderLease?.left();
  }

  /**
   * Fetches a failed key again. Components that render for the first time suspend until the
   * response.
   */
  get retry(): () => void {
    return (this.#retry ??= () => this.#stream.retry());
  }

  changed(): void {
    const { decision } = this.#notified;
    const state = this.getState();
    // Another call may have updated the snapshot already, so compare with the last notification.
    const isOther = this.#snapshot !== this.#notified;
    const isOtherState = state !== this.#notifiedState;
    this.#noteNotified();
    if (isOtherState && this.#stateListeners) whenRendered(this.#stateListeners);
    // The thenable notifies suspended components.
    if (isOther && decision !== 'wait') whenRendered(this.#listeners);
  }

  #noteNotified(): void {
    this.#notified = this.#snapshot;
    this.#notifiedState = this.#state;
  }

  ended(reason?: Error): void {
    this.#isConnected = false;
    if (this.#thenable.status === 'pending') this.#thenable.reject(reason);
    this.#awaited?.reject(reason);
  }

  /** Repeats renders that still wait, so that they renew their lease. */
  lapsed(): void {
    this.#thenable.notify();
    this.#awaited?.notify();
  }

  #update(state: EndpointState<unknown>): void {
    this.#state = state;
    const { data, error, fetching } = state;
    const decision = readDecision(state);
    const content = decision === 'throw' ? error : data;
    if (decision === 'throw') noteFailure(error!, this.retry);
    const { decision: lastDecision, content: lastContent } = this.#snapshot;
    if (decision !== lastDecision || !Object.is(content, lastContent)) {
      this.#snapshot = { decision, content };
    }
    this.#applyTo(this.#thenable);
    if (!this.#awaited || decision === 'wait' || fetching) return;
    this.#applyTo(this.#awaited);
    // Its components render next, and React needs the same thenable when it repeats a render.
    this.#thenable = this.#awaited;
    this.#awaited = undefined;
  }

  #applyTo(thenable: SuspenseThenable<unknown>): void {
    const { decision, content } = this.#snapshot;
    if (decision === 'show') thenable.fulfil(content);
    else if (decision === 'throw') thenable.reject(content);
    else thenable.setPending();
  }
}

/** Passive observers: hooks that never fetch. */
class PassiveObservers extends Listeners implements SourceListener {
  changed(): void {
    whenRendered(this);
  }

  ended(): void {}
}
