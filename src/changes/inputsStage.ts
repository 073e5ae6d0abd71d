import { isObservable, Observable, type Subscriber } from 'rxjs';
import { asError } from '../shared/asError.ts';
import { atHeight } from '../commits/delivery.ts';
import { afterInputs, heightAbove } from './afterInputs.ts';

/** One input of a stage. */
export interface StageInput {
  readonly source: Observable<unknown>;
  /**
   * True for an input that only configures the stage: the stage completes when all other inputs
   * have.
   */
  readonly isParameter?: boolean;
  /** Notes a value; `emit` evaluates it. */
  take(value: unknown): void;
}

/** An input that configures the stage: a value, or a stream of values. */
export function parameterInput<T>(
  valueOrStream: T | Observable<T>,
  take: (value: T) => void,
): StageInput {
  const source = isObservable(valueOrStream) ? valueOrStream : one(valueOrStream);
  return { source, isParameter: true, take };
}

/** Like `of()` of RxJS, without its code for iterables. */
function one<T>(value: T): Observable<T> {
  return new Observable((subscriber) => {
    subscriber.next(value);
    subscriber.complete();
  });
}

/** A stage with several inputs. */
export interface InputsStage {
  readonly inputs: readonly StageInput[];
  /**
   * Emits the result of all noted values. Runs first when each input has a value, then at most once
   * per commit.
   */
  emit(): void;
}

/**
 * An observable with several inputs. It emits at most once per commit, and never a mix of two
 * commits. Each subscription calls `start` with its subscriber. An error thrown by `take` or `emit`
 * fails this subscription only.
 */
export function inputsStage<O>(start: (subscriber: Subscriber<O>) => InputsStage): Observable<O> {
  return new Observable((subscriber) => {
    new RunningStage(subscriber, start(subscriber)).run();
  });
}

/** One subscription to a stage. */
class RunningStage {
  readonly #subscriber: Subscriber<unknown>;
  readonly #stage: InputsStage;
  #height = 1;
  /** How many inputs have no value yet. */
  #missing: number;
  /** How many inputs, without parameters, have not completed; 0 if the stage can never emit. */
  #open: number;
  /** Values are evaluated later: while the stage starts, or in this delivery. */
  #isScheduled = true;
  #isEmitting = false;

  constructor(subscriber: Subscriber<unknown>, stage: InputsStage) {
    this.#subscriber = subscriber;
    this.#stage = stage;
    this.#missing = stage.inputs.length;
    this.#open = stage.inputs.filter(({ isParameter }) => !isParameter).length;
  }

  run(): void {
    const subscriber = this.#subscriber;
    for (const input of this.#stage.inputs) {
      let isMissing = true;
      subscriber.add(
        input.source.subscribe({
          next: (value) => {
            if (isMissing) this.#missing--;
            isMissing = false;
            this.#take(input, value);
          },
          error: (error) => subscriber.error(error),
          complete: () => {
            if (isMissing) this.#open = 0;
            else if (!input.isParameter) this.#open--;
            this.#completeIfDone();
          },
        }),
      );
      if (subscriber.closed) return;
    }
    this.#flush();
  }

  #take(input: StageInput, value: unknown): void {
    if (this.#subscriber.closed) return;
    // A value that a subscriber of this stage causes must not raise the height.
    if (!this.#isEmitting) this.#height = heightAbove(this.#height);
    this.#guard(() => input.take(value));
    if (this.#isScheduled || this.#missing > 0) return;
    this.#isScheduled = true;
    afterInputs(this.#height, this.#flush);
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    this.#emit();
    this.#completeIfDone();
  };

  #emit(): void {
    if (this.#subscriber.closed || this.#missing > 0) return;
    this.#isEmitting = true;
    atHeight(this.#height, () => this.#guard(() => this.#stage.emit()));
    this.#isEmitting = false;
  }

  #completeIfDone(): void {
    if (!this.#isScheduled && this.#open <= 0) this.#subscriber.complete();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#subscriber.error(asError(error));
    }
  }
}
