import { DEVELOPMENT } from '../../shared/development.ts';
import { isData } from '../../shared/isData.ts';
import { isTooDeep } from '../../shared/isTooDeep.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { INVALID } from '../INVALID.ts';
import type { DenormalizeDelegate, Memo } from '../Schema.ts';

/**
 * The result of a Query's function for one stored form. The function runs again when its input
 * changes.
 */
export class QueryMemo implements Memo {
  readonly #schema: unknown;
  readonly #stored: unknown;
  readonly #run: (value: unknown) => unknown;
  /** The last input of the function; `undefined` if there was none. */
  #input: unknown;
  /** The error that it threw for that input. */
  #thrown: { readonly error: unknown } | undefined;
  #result: unknown;

  constructor(schema: unknown, stored: unknown, run: (value: unknown) => unknown) {
    this.#schema = schema;
    this.#stored = stored;
    this.#run = run;
  }

  make(delegate: DenormalizeDelegate): unknown {
    const input = delegate.unvisit(this.#schema, this.#stored);
    if (input === undefined || input === INVALID) {
      this.#take(undefined);
      return input;
    }
    if (delegate.isUnfinished?.(input)) throw cycle('reads a list that it is a part of');
    if (!Object.is(input, this.#input)) {
      this.#take(input);
      this.#compute(input);
    }
    if (this.#thrown) throw this.#thrown.error;
    return this.#result;
  }

  #compute(input: unknown): void {
    try {
      const result = this.#run(input);
      this.#result = DEVELOPMENT && isData(result) ? Object.freeze(result) : result;
    } catch (error) {
      // With more stack left, the same input may succeed.
      if (isTooDeep(error)) {
        this.#take(undefined);
        throw error;
      }
      this.#thrown = { error };
    }
  }

  /** Forgets what was computed from another input. */
  #take(input: unknown): void {
    this.#input = input;
    this.#thrown = undefined;
    this.#result = undefined;
  }

  provisional(): never {
    throw cycle('needs its own result');
  }
}

function cycle(how: string): StreambedError {
  return new StreambedError('SB_CYCLE', `The function of a schema.Query ${how}.`);
}
