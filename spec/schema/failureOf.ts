import { StreambedError } from '../../src/shared/StreambedError.ts';

/** The typed error that `run` throws. Other errors are thrown on; none is an error too. */
export function failureOf(run: () => unknown): StreambedError {
  try {
    run();
  } catch (error) {
    if (StreambedError.is(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
