import { Observable, type Subscriber } from 'rxjs';
import { asError } from '../shared/asError.ts';
import { afterInputs, atHeight, heightAbove } from '../commits/delivery.ts';

/** One input of a stage. */
export interface StageInput {
  readonly source: Observable<unknown>;
  /** True for what only says how to look at the other inputs: the stage ends when they have ended. */
  readonly isParameter?: boolean;
  /** Takes a value in. What it means is looked at in `emit`. */
  take(value: unknown): void;
}

/** A stage with several inputs. */
export interface InputsStage {
  readonly inputs: readonly StageInput[];
  /** Tells what has become of all that was taken in. Runs first when each input has given a value, then at most once per commit. */
  emit(): void;
}

/**
 * An observable with several inputs, which emits at most once per commit and never a mix of two. For each subscription `start` is given who is to be
 * told. What `take` and `emit` throw is an error of this subscription alone.
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
  /** How many inputs have given nothing yet. */
  #silent: number;
  /** How many inputs that are no parameters have not ended. */
  #open: number;
  /** An input has ended without a value. */
  #isHopeless = false;
  #isStarting = true;
  #isWaiting = false;
  #isEmitting = false;

  constructor(subscriber: Subscriber<unknown>, stage: InputsStage) {
    this.#subscriber = subscriber;
    this.#stage = stage;
    this.#silent = stage.inputs.length;
    this.#open = stage.inputs.filter(({ isParameter }) => !isParameter).length;
  }

  run(): void {
    const subscriber = this.#subscriber;
    for (const input of this.#stage.inputs) {
      let isSilent = true;
      subscriber.add(
        input.source.subscribe({
          next: (value) => {
            if (isSilent) this.#silent--;
            isSilent = false;
            this.#take(input, value);
          },
          error: (error) => subscriber.error(error),
          complete: () => {
            if (!input.isParameter) this.#open--;
            if (isSilent) this.#isHopeless = true;
            this.#endIfOver();
          },
        }),
      );
      if (subscriber.closed) return;
    }
    this.#isStarting = false;
    if (this.#silent === 0) this.#emit();
    this.#endIfOver();
  }

  #take(input: StageInput, value: unknown): void {
    if (this.#subscriber.closed) return;
    // What its own subscribers change is no higher than before.
    if (!this.#isEmitting) this.#height = heightAbove(this.#height);
    this.#guard(() => input.take(value));
    if (this.#isStarting || this.#isWaiting || this.#silent > 0) return;
    this.#isWaiting = true;
    afterInputs(this.#height, this.#flush);
  }

  readonly #flush = (): void => {
    this.#isWaiting = false;
    this.#emit();
    this.#endIfOver();
  };

  #emit(): void {
    if (this.#subscriber.closed) return;
    this.#isEmitting = true;
    atHeight(this.#height, () => this.#guard(() => this.#stage.emit()));
    this.#isEmitting = false;
  }

  #endIfOver(): void {
    if (this.#isStarting || this.#isWaiting) return;
    if (this.#open === 0 || this.#isHopeless) this.#subscriber.complete();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#subscriber.error(asError(error));
    }
  }
}
