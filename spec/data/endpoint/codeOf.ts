import { StreambedError } from '../../../src/shared/StreambedError.ts';

/** The code of the error that `run` throws; undefined if it throws none. Rethrows other errors. */
export function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (StreambedError.is(error)) return error.code;
    throw error;
  }
}
