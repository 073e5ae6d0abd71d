import { asyncScheduler, type Subscribable, Subscription, type Unsubscribable } from 'rxjs';
import { DeadlineQueue } from '../../kernel/requests/DeadlineQueue.ts';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import { INTERNALS } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { Rendered, SourceListener } from '../../kernel/streams/StateObservable.ts';
import { asError } from '../../shared/asError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { noteValue } from './remadeStreams.ts';
import { type LeaseHost, RenderLease } from './RenderLease.ts';
import { inRender, SharedObserver, type Subscribe } from './SharedObserver.ts';
import { SuspenseResource } from './SuspenseResource.ts';
import { SuspenseThenable } from './suspend.ts';

/** How long the subscription outlives the last component, ms: a remount finds the value. */
const GRACE_TIME = 5_000;

/** Shows that a stream may have no value. */
const NO_VALUE = /* @__PURE__ */ new SuspenseThenable();

/** An observable that always has a value: the state observables of a store, a BehaviorSubject. */
interface ValueStream extends Subscribable<unknown> {
  getValue(): unknown;
  rendered?(): Rendered<unknown> | undefined;
}

const values = new WeakMap<ValueStream, ValueResource>();

/** The resource of an observable: always the same object for the same observable and store. */
export function streamResourceOf(
  stream: Subscribable<unknown>,
  store?: Store & { readonly [INTERNALS]?: StoreInternals },
): ObservableResource {
  if (!isValueStream(stream)) return streamsIn(store?.[INTERNALS]).resourceOf(stream);
  let resource = values.get(stream);
  if (!resource) values.set(stream, (resource = new ValueResource(stream)));
  return resource;
}

function isValueStream(stream: Subscribable<unknown>): stream is ValueStream {
  return 'getValue' in stream && typeof stream.getValue === 'function';
}

/** What all hooks of one observable show, as thenables: `useSyncExternalStore` compares them. */
abstract class ObservableResource extends SuspenseResource {
  /** What the server rendered the page with, if it differs from the present value. */
  #served: SuspenseThenable | undefined;
  /** The components that read it. */
  protected readonly components = new SharedObserver(this, 'wants');

  readonly subscribe: Subscribe = (listener) => {
    this.components.add(listener);
    return () => this.components.remove(listener);
  };

  readonly getSnapshot = (): SuspenseThenable => {
    this.changed();
    // `changed` has set it.
    return this.shown!;
  };

  /** What the server rendered the page with: hydration has to render the same first. */
  readonly getServerSnapshot = (): SuspenseThenable => {
    const rendered = this.#served ? undefined : this.served();
    if (rendered) this.#served = new SuspenseThenable().become('show', rendered.value);
    return this.#served ?? this.getSnapshot();
  };

  /** What hooks that do not suspend render while they hydrate a page. */
  abstract readonly getFirstSnapshot: () => SuspenseThenable;

  /** Called when a component subscribes. */
  abstract listen(listener: SourceListener): void;

  /** Called when the last component has unsubscribed. */
  abstract unlisten(): void;

  /** Called in each render that waits, and in the first render of a component. */
  abstract waits(): void;

  protected abstract served(): Rendered<unknown> | undefined;

  /**
   * What a render passes to `use`: the thenable that renders have waited for, while it has the
   * value of the snapshot. React warns if a repeated render passes another one.
   */
  usable(shown: SuspenseThenable): SuspenseThenable {
    if (shown.status === 'pending') this.waits();
    return this.awaited && shown === this.shown ? this.awaited : shown;
  }
}

/** An observable that always has a value is read; the subscription only notifies. */
class ValueResource extends ObservableResource {
  readonly #stream: ValueStream;
  #subscription: Unsubscribable | undefined;

  constructor(stream: ValueStream) {
    super();
    this.#stream = stream;
  }

  listen(listener: SourceListener): void {
    const changed = (): void => listener.changed();
    this.#subscription ??= toObservable(this.#stream).subscribe({ next: changed, error: changed });
  }

  unlisten(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
  }

  readonly getFirstSnapshot = this.getServerSnapshot;

  changed(): void {
    let value: unknown;
    try {
      value = this.#stream.getValue();
    } catch (error) {
      this.show('throw', asError(error));
      return;
    }
    this.show('show', value);
  }

  protected served(): Rendered<unknown> | undefined {
    return this.#stream.rendered?.();
  }

  waits(): void {}

  /** Components that mount again read the observable again. */
  retry(): void {}
}

/**
 * The hooks of a store share one subscription to another observable, and its last value. The render
 * of a component that suspends subscribes; the subscription ends {@link GRACE_TIME} after the last
 * component has unmounted.
 */
class StreamResource extends ObservableResource implements LeaseHost {
  readonly deadlines = new DeadlineQueue(asyncScheduler, 'background');
  readonly clock = asyncScheduler;
  readonly waitingLeases: LeaseHost['waitingLeases'];
  readonly #stream: Subscribable<unknown>;
  readonly #owner: StoreStreams;
  #subscription: Subscription | undefined;

  constructor(stream: Subscribable<unknown>, owner: StoreStreams) {
    super();
    this.#stream = stream;
    this.#owner = owner;
    this.waitingLeases = owner.waitingLeases;
    this.show('wait');
  }

  get #isEmpty(): boolean {
    return this.getSnapshot().status === 'pending';
  }

  readonly getFirstSnapshot = (): SuspenseThenable => NO_VALUE;

  protected served(): undefined {}

  changed(): void {}

  listen(): void {
    this.#connect();
    this.lease?.shown();
  }

  unlisten(): void {
    if (this.lease || !this.#subscription) return;
    this.deadlines.set(this.#disconnect, this.clock.now() + GRACE_TIME);
  }

  /**
   * Subscribes, so that a value emitted synchronously is shown at once, and retains the subscription
   * for a render that may never commit.
   */
  waits(): void {
    // On a server, nothing would end the subscription.
    this.#owner.internals?.assertAlive();
    inRender(() => {
      this.lease ??= new RenderLease(this, this, () => {
        this.lease = undefined;
        if (this.components.isEmpty) this.unlisten();
      });
      this.lease.wait(true);
      this.#connect();
      if (!this.#isEmpty) this.lease.responded();
    });
  }

  #connect(): void {
    this.deadlines.set(this.#disconnect, Infinity);
    if (this.#subscription) return;
    // Set first: the stream may emit before `subscribe` returns.
    const subscription = new Subscription();
    this.#subscription = subscription;
    this.#owner.open.add(this);
    const emit = (decision: 'show' | 'throw', content: unknown): void => {
      if (this.#subscription !== subscription) return;
      const { shown } = this;
      this.show(decision, content);
      if (DEVELOPMENT && this.shown !== shown) noteValue(this.#stream, !this.components.isEmpty);
      this.lease?.responded();
      this.components.changed();
    };
    subscription.add(
      toObservable(this.#stream).subscribe({
        next: (value) => emit('show', value),
        error: (error) => emit('throw', asError(error)),
        complete: () => {
          if (this.#isEmpty) emit('throw', emptyError());
        },
      }),
    );
  }

  readonly #disconnect = (): void => {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#owner.open.delete(this);
    this.show('wait');
  };

  /** Called when the store ends. Suspended renders repeat, and throw; mounted components go on. */
  end(): void {
    if (this.components.isEmpty) this.#disconnect();
    this.lease?.end();
    this.lapsed();
  }

  /** Subscribes again to a stream that failed. */
  retry(): void {
    if (this.getSnapshot().status !== 'rejected') return;
    this.#disconnect();
    if (!this.components.isEmpty) this.#connect();
    this.components.changed();
  }
}

/** The streams that the components of a store read. On a server, only their store ends them. */
class StoreStreams implements StoreFeature {
  readonly internals: StoreInternals | undefined;
  readonly waitingLeases: LeaseHost['waitingLeases'];
  /** The streams that are subscribed to. */
  readonly open = new Set<StreamResource>();
  readonly #resources = new WeakMap<Subscribable<unknown>, StreamResource>();

  constructor(internals?: StoreInternals) {
    this.internals = internals;
    this.waitingLeases = internals?.waitingLeases ?? new Set();
    internals?.feature(StoreStreams, () => this);
  }

  resourceOf(stream: Subscribable<unknown>): StreamResource {
    let resource = this.#resources.get(stream);
    if (!resource) this.#resources.set(stream, (resource = new StreamResource(stream, this)));
    return resource;
  }

  reset(): void {}

  end(): void {
    for (const resource of this.open) resource.end();
  }
}

const owners = new WeakMap<object, StoreStreams>();

/** The streams of a store. Trees without one, or with one of another copy of the package, share theirs. */
function streamsIn(internals?: StoreInternals): StoreStreams {
  const key = internals ?? owners;
  let owner = owners.get(key);
  if (!owner) owners.set(key, (owner = new StoreStreams(internals)));
  return owner;
}

function emptyError(): StreambedError {
  return new StreambedError('SB_STREAM_EMPTY', 'The observable completed without a value.');
}
