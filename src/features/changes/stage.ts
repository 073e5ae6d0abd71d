import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import { atEnd, atHeight, emittingHeight } from '../../kernel/commits/delivery.ts';
import {
  type AnyObservable,
  isLiveSource,
  toObservable,
} from '../../kernel/requests/toObservable.ts';
import { nameOfShape } from '../../data/schema/nameOfShape.ts';
import { asError } from '../../shared/asError.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type { AnyChangeSet } from './ChangeSet.ts';

/**
 * A change set was lost: `SB_CHANGES_GAP`. The rows built so far can no longer be right; `retry()`
 * starts anew.
 */
export class ChangeSetGapError extends StreambedError {
  override readonly name = 'ChangeSetGapError';

  /**
   * `expected`: the version of the last set received; `since`: the version that the next set builds
   * on.
   */
  constructor(expected: number, since: number) {
    super(
      'SB_CHANGES_GAP',
      `A change set builds on version ${since}, but the last one received was version ${expected}.`,
    );
  }
}

/** One input of a stage. */
export interface StageInput {
  readonly source: AnyObservable<unknown>;
  /**
   * `sets`: change sets, at most one per commit. `parameter`: configures the stage, which completes
   * when all other inputs have.
   */
  readonly role?: 'sets' | 'parameter';
  /** Notes a value; `emit` evaluates it. */
  take(value: unknown): void;
}

/** An input of change sets. A set that does not build on the set before it fails the stage. */
export function setsInput<S extends AnyChangeSet>(
  source: Observable<S>,
  take: (set: S) => void,
): StageInput {
  let last: number | undefined;
  return {
    source,
    role: 'sets',
    take(set: S) {
      // Without this error in development, the next lines fail with one that names no mistake.
      if (DEVELOPMENT && !isChangeSet(set)) throw notChangeSet(set);
      // A reset builds on no version.
      if (!set.reset && set.since !== last) throw new ChangeSetGapError(last ?? 0, set.since);
      last = set.version;
      take(set);
    },
  };
}

function isChangeSet(value: unknown): boolean {
  const { version, changes } = Object(value) as Partial<AnyChangeSet>;
  return typeof version === 'number' && Array.isArray(changes);
}

function notChangeSet(value: unknown): StreambedError {
  return new StreambedError(
    'SB_CHANGES_SHAPE',
    `An operator for change sets received ${nameOfShape(value)}.`,
  );
}

/** The input of a parameter: none for a value, which is taken at once; one for a stream of values. */
export function parameterInput<T>(
  valueOrStream: T | AnyObservable<T>,
  take: (value: T) => void,
): StageInput[] {
  if (isLiveSource(valueOrStream)) return [{ source: valueOrStream, role: 'parameter', take }];
  take(valueOrStream);
  return [];
}

/** What one subscription to a stage does. */
export interface Stage {
  readonly inputs: readonly StageInput[];
  /** Emits the result of all noted values. Runs only when each input has a value. */
  emit?(): void;
  /** Runs before the subscriber completes or fails; with the error if it fails. */
  end?(error: Error | undefined): void;
}

/**
 * An observable that is made of others. Each subscription calls `start` with its subscriber. With
 * one input of change sets it emits at once for each set. With several inputs it emits at most once
 * per commit, and never a mix of two commits. An error thrown by `take` or `emit`, or a lost set,
 * fails this subscription only.
 */
export function stage<O>(start: (subscriber: Subscriber<O>) => Stage): Observable<O> {
  return new Observable((subscriber) => new RunningStage(subscriber, start(subscriber)).run());
}

/** One subscription to a stage. */
class RunningStage {
  readonly #subscriber: Subscriber<unknown>;
  readonly #stage: Stage;
  /** Whether there is no other input to wait for. */
  readonly #isDirect: boolean;
  #height = 1;
  /** How many inputs have no value yet. */
  #missing: number;
  /** How many inputs, without parameters, have not completed; 0 if the stage can never emit. */
  #open: number;
  /** Values are evaluated later: while the stage starts, or in this delivery. */
  #isScheduled: boolean;
  #isEmitting = false;

  constructor(subscriber: Subscriber<unknown>, started: Stage) {
    const { inputs } = started;
    this.#subscriber = subscriber;
    this.#stage = started;
    this.#isDirect = inputs.length === 1 && inputs[0].role === 'sets';
    this.#isScheduled = !this.#isDirect;
    this.#missing = inputs.length;
    this.#open = inputs.filter(({ role }) => role !== 'parameter').length;
  }

  run(): void {
    const subscriber = this.#subscriber;
    for (const input of this.#stage.inputs) {
      let isMissing = true;
      subscriber.add(
        toObservable(input.source).subscribe({
          next: (value) => {
            if (isMissing) this.#missing--;
            isMissing = false;
            this.#take(input, value);
          },
          error: (error) => this.#fail(error),
          complete: () => {
            if (isMissing) this.#open = 0;
            else if (input.role !== 'parameter') this.#open--;
            this.#completeIfDone();
          },
        }),
      );
      if (subscriber.closed) return;
    }
    if (!this.#isDirect) this.#flush();
  }

  #take(input: StageInput, value: unknown): void {
    if (this.#subscriber.closed) return;
    // A value that a subscriber of this stage causes must not raise the height.
    if (!this.#isDirect && !this.#isEmitting) this.#height = heightAbove(this.#height);
    this.#guard(() => input.take(value));
    if (this.#isDirect) return this.#emit();
    if (this.#isScheduled || this.#missing > 0) return;
    this.#isScheduled = true;
    afterInputs(this.#height, this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    this.#isEmitting = true;
    atHeight(this.#height, () => this.#emit());
    this.#isEmitting = false;
    this.#completeIfDone();
  };

  #emit(): void {
    if (!this.#subscriber.closed && this.#missing === 0) this.#guard(() => this.#stage.emit?.());
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }

  #completeIfDone(): void {
    if (this.#isScheduled || this.#open > 0 || this.#subscriber.closed) return;
    this.#stage.end?.(undefined);
    this.#subscriber.complete();
  }

  #fail(thrown: unknown): void {
    if (this.#subscriber.closed) return;
    const error = asError(thrown);
    this.#stage.end?.(error);
    this.#subscriber.error(error);
  }
}

/** An operator with one input of change sets. Each subscription calls `start`. */
export function changesStage<S extends AnyChangeSet, O>(
  start: (subscriber: Subscriber<O>) => (set: S) => void,
): OperatorFunction<S, O> {
  return (source) => stage((subscriber) => ({ inputs: [setsInput(source, start(subscriber))] }));
}

/**
 * An operator that makes one value of all rows: emits the first value at once, a later one if it
 * differs. Each subscription calls `start`, which returns the step from the last value to the next.
 */
export function foldStage<S extends AnyChangeSet, O>(
  start: () => (set: S, last: O | undefined) => O,
  equal: (previous: O, next: O) => boolean = Object.is,
): OperatorFunction<S, O> {
  return changesStage((subscriber) => {
    const step = start();
    let sent: { readonly value: O } | undefined;
    return (set) => {
      const value = step(set, sent?.value);
      if (sent && equal(sent.value, value)) return;
      sent = { value };
      subscriber.next(value);
    };
  });
}

/** The maximum height: cycles of inputs would raise it forever. */
const MAX_HEIGHT = 1_000;

/** More jobs than this in one delivery mean that subscribers change what they observe. */
const MAX_JOBS = 1_000_000;

/** The waiting jobs by height, in the order in which they were added. */
let queues: (Set<() => void> | undefined)[] = [];

/**
 * Runs `job` after all subscribers of the running delivery were notified, and before jobs of a
 * greater height. So a stream with several inputs updates once per commit, in any order of its
 * inputs, and never mixes two commits. Its height is above those of its inputs.
 */
export function afterInputs(jobHeight: number, job: () => void): void {
  (queues[jobHeight] ??= new Set()).add(job);
  atEnd(runJobs);
}

/** Runs all jobs, then throws the first error. */
function runJobs(): void {
  let failure: { readonly error: unknown } | undefined;
  let count = 0;
  for (let height = lowestHeight(); height >= 0; height = lowestHeight()) {
    for (const job of queues[height]!) {
      queues[height]!.delete(job);
      if (++count > MAX_JOBS) stopLoop();
      try {
        atHeight(height, job);
      } catch (error) {
        // An error must not prevent the other jobs.
        failure ??= { error };
      }
      if (lowestHeight() !== height) break;
    }
  }
  if (failure) throw failure.error;
}

function stopLoop(): never {
  queues = [];
  throw new StreambedError(
    'SB_COMMIT_LOOP',
    'Derived streams do not stop emitting in one delivery.',
  );
}

/** The lowest height with a job; -1 if there is none. */
function lowestHeight(): number {
  return queues.findIndex((jobs) => jobs !== undefined && jobs.size > 0);
}

/** The height of a stream with an input that emits now, if its height was `own` so far. */
export function heightAbove(own: number): number {
  return Math.min(Math.max(own, emittingHeight() + 1), MAX_HEIGHT);
}
