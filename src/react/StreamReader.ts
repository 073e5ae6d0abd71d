import { asyncScheduler, type Subscribable, Subscription } from 'rxjs';
import { DeadlineQueue } from '../requests/DeadlineQueue.ts';
import { type LeaseHost, RenderLease, type WaitingRender } from '../streams/RenderLease.ts';
import type { Rendered } from '../streams/StateObservable.ts';
import { asError } from '../shared/asError.ts';
import { SB_STREAM_EMPTY } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { noteFailure } from './failedReads.ts';
import { Listeners } from './Listeners.ts';
import type { Reading } from './Reader.ts';
import { ReadThenable } from './ReadThenable.ts';
import { inRender, whenRendered } from './renderPhase.ts';
import { ServedReading } from './ServedReading.ts';
import type { Subscribe } from './Subscribe.ts';

/** How long a stream stays subscribed to after the last component that showed it, ms: remounts find its value. */
const GRACE_TIME = 5_000;

const WAIT: Reading = { decision: 'wait', content: undefined };

/** Renders that wait for any stream. */
const waitingLeases = new Set<RenderLease>();

const readers = new WeakMap<Subscribable<unknown>, StreamReader>();

/** The reader of a stream: always the same one for the same observable. */
export function streamReaderOf(stream: Subscribable<unknown>): StreamReader {
  let reader = readers.get(stream);
  if (!reader) readers.set(stream, (reader = new StreamReader(stream)));
  return reader;
}

/**
 * What all hooks that read one observable share: one subscription, and the last value. State observables and BehaviorSubjects are looked at without
 * a subscription; others are subscribed to when a component renders that waits for a value, and let go some time after the last one has gone.
 */
export class StreamReader implements WaitingRender, LeaseHost {
  readonly deadlines = new DeadlineQueue(asyncScheduler, 'background');
  readonly waitingLeases = waitingLeases;
  readonly #stream: Subscribable<unknown> & {
    readonly getValue?: () => unknown;
    readonly rendered?: () => Rendered<unknown> | undefined;
  };
  readonly #listeners = new Listeners();
  #subscription: Subscription | undefined;
  #reading = WAIT;
  #served: ServedReading | undefined;
  readonly #thenable = new ReadThenable<unknown>();
  #lease: RenderLease | undefined;
  #cancelGrace: (() => void) | undefined;

  constructor(stream: Subscribable<unknown>) {
    this.#stream = stream;
  }

  now(): number {
    return asyncScheduler.now();
  }

  readonly getSnapshot = (): Reading => {
    if (!this.#subscription) this.#look();
    return this.#reading;
  };

  /** What a page is rendered with on the server: the component that takes it over has to render the same first. */
  readonly getServerSnapshot = (): Reading => {
    const rendered = this.#served ? undefined : this.#stream.rendered?.();
    if (rendered) this.#served = new ServedReading(rendered.value);
    return this.#served?.reading ?? this.getSnapshot();
  };

  /** The same for components that do not wait: of a stream without a value they show none. */
  readonly getFirstSnapshot = (): Reading => (this.#hasValue ? this.getServerSnapshot() : WAIT);

  /** What stands for what the page was rendered with, if that is `shown`. */
  servedThenable(shown: Reading): ReadThenable<unknown> | undefined {
    return shown === this.#served?.reading ? this.#served.thenable : undefined;
  }

  readonly subscribe: Subscribe = (listener) => {
    this.#listeners.add(listener);
    this.#connect();
    this.#lease?.shown();
    return () => {
      this.#listeners.remove(listener);
      this.#letGo();
    };
  };

  /** Subscribes, so that a value that is there already is shown at once. */
  firstRender(): undefined {
    this.#look();
    if (!this.#hasValue) inRender(() => this.#hold());
  }

  /** What a render has to take. */
  thenableFor(): ReadThenable<unknown> {
    if (this.#thenable.status === 'pending') inRender(() => this.#hold());
    return this.#thenable;
  }

  get #hasValue(): boolean {
    return typeof this.#stream.getValue === 'function';
  }

  /** Takes the value of a stream that always has one. */
  #look(): void {
    if (!this.#hasValue || this.#subscription) return;
    try {
      this.#take(this.#stream.getValue!());
    } catch (error) {
      this.#fail(asError(error));
    }
  }

  #take(value: unknown): void {
    if (this.#reading.decision === 'show' && Object.is(this.#reading.content, value)) return;
    this.#reading = { decision: 'show', content: value };
    this.#thenable.fulfil(value);
  }

  #fail(error: Error): void {
    if (this.#reading.decision === 'throw' && this.#reading.content === error) return;
    noteFailure(error, this.retry);
    this.#reading = { decision: 'throw', content: error };
    this.#thenable.reject(error);
  }

  #connect(): void {
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    if (this.#subscription) return;
    // Values may come before `subscribe` returns.
    const subscription = new Subscription();
    this.#subscription = subscription;
    const told = (take: () => void): void => {
      if (this.#subscription !== subscription) return;
      take();
      this.#lease?.answer();
      whenRendered(this.#listeners);
    };
    subscription.add(
      this.#stream.subscribe({
        next: (value) => told(() => this.#take(value)),
        error: (error) => told(() => this.#fail(asError(error))),
        complete: () => {
          if (this.#reading.decision === 'wait') told(() => this.#fail(emptyError()));
        },
      }),
    );
  }

  /** Holds the subscription for a render that may never be shown. */
  #hold(): void {
    this.#lease ??= new RenderLease(this, this, () => {
      this.#lease = undefined;
      this.#letGo();
    });
    this.#lease.wait(true);
    this.#connect();
    if (this.#reading.decision !== 'wait') this.#lease.answer();
  }

  #letGo(): void {
    if (!this.#listeners.isEmpty || this.#lease || !this.#subscription) return;
    // What always has a value needs no grace.
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
    this.#reading = WAIT;
    this.#thenable.wait();
  }

  /** Subscribes anew to a stream that failed. */
  readonly retry = (): void => {
    if (this.#reading.decision !== 'throw') return;
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#reading = WAIT;
    this.#thenable.wait();
    if (!this.#listeners.isEmpty) this.#connect();
    this.#listeners.tell();
  };

  /** Has the renders that still wait be repeated; the others are forgotten. */
  lapsed(): void {
    this.#thenable.wake();
  }

  changed(): void {}

  ended(): void {}
}

function emptyError(): StreambedError {
  return new StreambedError(SB_STREAM_EMPTY, 'The observable completed without a value.');
}
