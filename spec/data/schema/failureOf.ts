import { StreambedError } from '../../../src/shared/StreambedError.ts';

/** The typed error that `run` throws. Rethrows other errors, and throws if there is none. */
export function failureOf(run: () => unknown): StreambedError {
  try {
    run();
  } catch (error) {
    if (StreambedError.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
