import { useRef } from 'react';
import type { ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import type { Args } from '../../shared/copyArgs.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { EndpointStream } from '../../kernel/streams/EndpointStream.ts';
import type { Interest } from '../../kernel/streams/StateObservable.ts';
import { areCopies, copiesOf } from '../useStableArgs.ts';
import { endpointResourceOf, knownResourceOf, stateOf } from './EndpointResource.ts';
import { firstRenderWaits, readDecision } from './readDecision.ts';
import { SharedObserver, type Subscribe } from './SharedObserver.ts';
import { type Fulfilled, SuspenseThenable, type Usable } from './suspend.ts';

/** The observers that the mounted components of a key share: one for each interest. */
const shared = {
  wants: new WeakMap<EndpointStream, HookObserver>(),
  looks: new WeakMap<EndpointStream, HookObserver>(),
};

/** `looks`: the hook never fetches. */
type HookInterest = Interest & keyof typeof shared;

/** What a hook observes in this render. The same object for equal arguments. */
export function useObserver(
  store: Store,
  endpoint: ReadEndpoint,
  args: Args,
  how: HookInterest = 'wants',
): HookObserver {
  // A ref, because `useMemo` is slower and every row has one.
  const memory = useRef<HookObserver>(undefined);
  // oxlint-disable-next-line compiler/refs -- a cache only: renders that are thrown away do no harm
  const observer = (memory.current = observerFor(memory.current, store, endpoint, args, how));
  if (DEVELOPMENT) observer.stream.context.commits.watcher?.renders(observer.stream, observer);
  return observer;
}

/** `last`, or the observer of the last commit, if it is for equal arguments; else a new one. */
export function observerFor(
  last: HookObserver | undefined,
  store: Store,
  endpoint: ReadEndpoint,
  args: Args,
  how: HookInterest,
): HookObserver {
  const committed = last?.committed;
  if (last?.isFor(store, endpoint, args)) return last;
  if (committed?.isFor(store, endpoint, args)) return committed;
  // The casts hold: the overloads of the hooks check the arguments, and stores observe streams.
  const stream = store.observe(endpoint, ...(args as [null])) as EndpointStream;
  let observer = last?.stream === stream ? last : committed;
  if (observer?.stream !== stream) {
    observer = new HookObserver(stream, how);
    observer.committed = committed;
  }
  return observer.foundBy(store, endpoint, args);
}

/** What one hook of a component observes: a key, until its arguments name another one. */
export class HookObserver extends SharedObserver<EndpointStream> implements Fulfilled {
  declare readonly how: HookInterest;
  /**
   * The observer of the last commit: this one, or an earlier one, which React may render again
   * after it has discarded a transition.
   */
  committed: HookObserver | undefined;
  /** The data that was rendered last, for `use`. */
  value: unknown;
  #store: Store | undefined;
  #endpoint: ReadEndpoint | undefined;
  #copies: readonly unknown[] = [];
  /** Set while a first render waits although there is data or an error. */
  #awaitedFirst: SuspenseThenable | undefined;
  /** What the component suspended on last. */
  #awaited: SuspenseThenable | undefined;

  /** Whether the last look-up was for equal arguments, and its key is the present one. */
  isFor(store: Store, endpoint: ReadEndpoint, args: Args): boolean {
    return (
      this.#store === store &&
      this.#endpoint === endpoint &&
      areCopies(this.#copies, args) &&
      // A key that the program makes may depend on more, such as the language.
      (endpoint?.isKeyOfArgs ||
        store.observe(endpoint, ...(args as [null])).key === this.stream.key)
    );
  }

  /** Notes the look-up that led to this key. */
  foundBy(store: Store, endpoint: ReadEndpoint, args: Args): this {
    this.#store = store;
    this.#endpoint = endpoint;
    this.#copies = copiesOf(args);
    return this;
  }

  /** Whether no render with this observer was committed. */
  get isFirst(): boolean {
    return this.committed !== this;
  }

  readonly subscribe: Subscribe = (listener) => {
    const { stream, how } = this;
    const observers = shared[how];
    const observer = observers.get(stream) ?? this;
    observers.set(stream, observer);
    this.committed = this;
    stream.context.isRendered = true;
    if (DEVELOPMENT) stream.context.commits.watcher?.shares(this, observer, true);
    observer.add(listener);
    if (how === 'wants') knownResourceOf(stream)?.lease?.shown();
    return () => {
      observer.remove(listener);
      if (DEVELOPMENT) stream.context.commits.watcher?.shares(this, observer, false);
      if (!observer.isEmpty) return;
      observers.delete(stream);
      // Renders that are still suspended renew the lease.
      knownResourceOf(stream)?.lease?.left();
    };
  };

  /** The data, or a thenable that waits or has failed. */
  readonly getSnapshot = (): unknown => {
    const { stream } = this;
    const state = stateOf(stream);
    const decision = readDecision(state);
    if (this.isFirst) {
      const lease = stream.renderLease;
      if (lease) lease.isRead = true;
      const waits = decision !== 'wait' && firstRenderWaits(state) && !lease?.hasResponse;
      this.#awaitedFirst = waits ? endpointResourceOf(stream).awaitedFirst : undefined;
    }
    const first = this.#awaitedFirst;
    if (first?.status === 'pending') {
      // No component may be suspended on the key: then this one settles what it waits for.
      if (!this.isFirst) endpointResourceOf(stream).thenableOf(state);
      if (first.status === 'pending') return first;
    }
    return decision === 'show' ? state.data : endpointResourceOf(stream).thenableOf(state);
  };

  /** What the server rendered the page with: hydration has to render the same first. */
  get getServerSnapshot(): () => unknown {
    const served = this.stream.served();
    return served === undefined ? this.getSnapshot : () => served;
  }

  /**
   * Called in each render that waits or throws: fetches what it waits for. `suspends`: the component
   * suspends until the thenable is settled.
   */
  waits({ status }: SuspenseThenable, suspends: boolean): void {
    const { isFirst, stream } = this;
    const resource = endpointResourceOf(stream);
    if (status !== 'pending') {
      if (isFirst) resource.lease?.threw();
    } else resource.waits(suspends && isFirst);
  }

  /**
   * What a render that shows a snapshot passes to `use`. React warns if a repeated render does not
   * pass what it suspended on.
   */
  usable(snapshot: unknown): Usable {
    if (snapshot instanceof SuspenseThenable) {
      this.waits(snapshot, true);
      return (this.#awaited = snapshot);
    }
    if (this.#awaited?.is('show', snapshot)) return this.#awaited;
    this.value = snapshot;
    return this;
  }

  // --- the thenable of the data: an object less for each row

  get status(): 'fulfilled' {
    return 'fulfilled';
  }

  // oxlint-disable-next-line unicorn/no-thenable -- React's `use` takes thenables
  then<A, B>(...handlers: Parameters<typeof Promise.prototype.then<A, B>>): PromiseLike<A | B> {
    return Promise.resolve(this.value).then(...handlers);
  }
}
