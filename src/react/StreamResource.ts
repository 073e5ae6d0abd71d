import { asyncScheduler, type Subscribable, Subscription } from 'rxjs';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { type LeaseHost, RenderLease, type WaitingRender } from '../streams/RenderLease.ts';
import type { Rendered } from '../streams/StateObservable.ts';
import { asError } from '../shared/asError.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { noteFailure } from './failedReads.ts';
import { Listeners } from './Listeners.ts';
import type { Snapshot } from './readDecision.ts';
import { SuspenseThenable } from './SuspenseThenable.ts';
import { inRender, whenRendered } from './renderPhase.ts';
import { ServedSnapshot } from './ServedSnapshot.ts';
import type { Subscribe } from './Subscribe.ts';

/** How long the subscription outlives the last component, ms: a remount finds the value. */
const GRACE_TIME = 5_000;

const WAIT: Snapshot = { decision: 'wait', content: undefined };

/** The leases of renders that wait for any stream. */
const waitingLeases = new Set<RenderLease>();

const resources = new WeakMap<Subscribable<unknown>, StreamResource>();

/** The resource of a stream: always the same object for the same observable. */
export function streamResourceOf(stream: Subscribable<unknown>): StreamResource {
  let resource = resources.get(stream);
  if (!resource) resources.set(stream, (resource = new StreamResource(stream)));
  return resource;
}

/**
 * What all hooks of one observable share: one subscription and the last value. State observables
 * and BehaviorSubjects are read without a subscription. The render of a component that suspends
 * subscribes to other observables; the subscription ends {@link GRACE_TIME} after the last
 * component has unmounted.
 */
export class StreamResource implements WaitingRender, LeaseHost {
  readonly deadlines = new DeadlineQueue(asyncScheduler, 'background');
  readonly waitingLeases = waitingLeases;
  readonly #stream: Subscribable<unknown> & {
    readonly getValue?: () => unknown;
    readonly rendered?: () => Rendered<unknown> | undefined;
  };
  readonly #listeners = new Listeners();
  #subscription: Subscription | undefined;
  #snapshot = WAIT;
  #served: ServedSnapshot | undefined;
  readonly #thenable = new SuspenseThenable<unknown>();
  #lease: RenderLease | undefined;
  #cancelGrace: (() => void) | undefined;

  constructor(stream: Subscribable<unknown>) {
    this.#stream = stream;
  }

  now(): number {
    return asyncScheduler.now();
  }

  readonly getSnapshot = (): Snapshot => {
    if (!this.#subscription) this.#readValue();
    return this.#snapshot;
  };

  /** What the server rendered the page with: hydration has to render the same first. */
  readonly getServerSnapshot = (): Snapshot => {
    const rendered = this.#served ? undefined : this.#stream.rendered?.();
    if (rendered) this.#served = new ServedSnapshot(rendered.value);
    return this.#served?.snapshot ?? this.getSnapshot();
  };

  /**
   * Like {@link getServerSnapshot}, for hooks that do not suspend: `WAIT` unless the stream always
   * has a value.
   */
  readonly getFirstSnapshot = (): Snapshot => (this.#hasValue ? this.getServerSnapshot() : WAIT);

  /** The thenable of the server-rendered value, if that is `shown`. */
  servedThenable(shown: Snapshot): SuspenseThenable<unknown> | undefined {
    return shown === this.#served?.snapshot ? this.#served.thenable : undefined;
  }

  readonly subscribe: Subscribe = (listener) => {
    this.#listeners.add(listener);
    this.#connect();
    this.#lease?.shown();
    return () => {
      this.#listeners.remove(listener);
      this.#release();
    };
  };

  /** Subscribes, so that a value emitted synchronously is shown at once. */
  firstRender(): undefined {
    this.#readValue();
    if (!this.#hasValue) inRender(() => this.#retain());
  }

  /** The thenable of this render. */
  thenableFor(): SuspenseThenable<unknown> {
    if (this.#thenable.status === 'pending') inRender(() => this.#retain());
    return this.#thenable;
  }

  get #hasValue(): boolean {
    return typeof this.#stream.getValue === 'function';
  }

  /** Reads the value of a stream that always has one. */
  #readValue(): void {
    if (!this.#hasValue || this.#subscription) return;
    try {
      this.#setValue(this.#stream.getValue!());
    } catch (error) {
      this.#setError(asError(error));
    }
  }

  #setValue(value: unknown): void {
    if (this.#snapshot.decision === 'show' && Object.is(this.#snapshot.content, value)) return;
    this.#snapshot = { decision: 'show', content: value };
    this.#thenable.fulfil(value);
  }

  #setError(error: Error): void {
    if (this.#snapshot.decision === 'throw' && this.#snapshot.content === error) return;
    noteFailure(error, this.retry);
    this.#snapshot = { decision: 'throw', content: error };
    this.#thenable.reject(error);
  }

  #connect(): void {
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    if (this.#subscription) return;
    // Set first: the stream may emit before `subscribe` returns.
    const subscription = new Subscription();
    this.#subscription = subscription;
    const emit = (update: () => void): void => {
      if (this.#subscription !== subscription) return;
      update();
      this.#lease?.answer();
      whenRendered(this.#listeners);
    };
    subscription.add(
      this.#stream.subscribe({
        next: (value) => emit(() => this.#setValue(value)),
        error: (error) => emit(() => this.#setError(asError(error))),
        complete: () => {
          if (this.#snapshot.decision === 'wait') emit(() => this.#setError(emptyError()));
        },
      }),
    );
  }

  /** Retains the subscription for a render that may never commit. */
  #retain(): void {
    this.#lease ??= new RenderLease(this, this, () => {
      this.#lease = undefined;
      this.#release();
    });
    this.#lease.wait(true);
    this.#connect();
    if (this.#snapshot.decision !== 'wait') this.#lease.answer();
  }

  #release(): void {
    if (!this.#listeners.isEmpty || this.#lease || !this.#subscription) return;
    // A stream that always has a value needs no grace time.
    if (this.#hasValue) this.#disconnect();
    else {
      this.#cancelGrace?.();
      this.#cancelGrace = this.deadlines.add(this.now() + GRACE_TIME, () => this.#disconnect());
    }
  }

  #disconnect(): void {
    this.#cancelGrace = undefined;
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    if (this.#hasValue) return;
    this.#snapshot = WAIT;
    this.#thenable.setPending();
  }

  /** Subscribes again to a stream that failed. */
  readonly retry = (): void => {
    if (this.#snapshot.decision !== 'throw') return;
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#snapshot = WAIT;
    this.#thenable.setPending();
    if (!this.#listeners.isEmpty) this.#connect();
    this.#listeners.notify();
  };

  /** Repeats renders that still wait, so that they renew their lease. */
  lapsed(): void {
    this.#thenable.notify();
  }

  changed(): void {}

  ended(): void {}
}

function emptyError(): StreambedError {
  return new StreambedError('SB_STREAM_EMPTY', 'The observable completed without a value.');
}
