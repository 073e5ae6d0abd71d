import { DEVELOPMENT } from '../../shared/development.ts';
import { isData } from '../../shared/isPlainObject.ts';
import { isTooDeep } from '../../shared/isStackOverflow.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { INVALID } from '../INVALID.ts';
import type { Memo } from '../Schema.ts';

/** What the function of a query made of its last input. */
interface Outcome {
  readonly input: unknown;
  readonly result?: unknown;
  readonly thrown?: { readonly error: unknown };
}

/**
 * The result of a Query's function for one stored form. The function runs again when its input
 * changes.
 */
export function queryMemo(
  schema: unknown,
  stored: unknown,
  run: (value: unknown) => unknown,
): Memo {
  let last: Outcome | undefined;
  return {
    make: (delegate) => {
      const input = delegate.unvisit(schema, stored);
      if (input === undefined || input === INVALID) {
        last = undefined;
        return input;
      }
      if (delegate.isUnfinished?.(input)) throw cycle('reads a list that it is a part of');
      if (!last || !Object.is(input, last.input)) {
        // Released before the function runs, which may fail.
        last = undefined;
        last = outcomeOf(input, run);
      }
      if (last.thrown) throw last.thrown.error;
      return last.result;
    },
    provisional: () => {
      throw cycle('needs its own result');
    },
  };
}

function outcomeOf(input: unknown, run: (value: unknown) => unknown): Outcome {
  try {
    const result = run(input);
    return { input, result: DEVELOPMENT && isData(result) ? Object.freeze(result) : result };
  } catch (error) {
    // With more stack left, the same input may succeed.
    if (isTooDeep(error)) throw error;
    return { input, thrown: { error } };
  }
}

function cycle(how: string): StreambedError {
  return new StreambedError('SB_CYCLE', `The function of a schema.Query ${how}.`);
}
