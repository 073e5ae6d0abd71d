import { StreambedError } from 'streambed';

/** The code of the typed error that `run` throws or rejects with; what else comes out is shown as it is. */
export async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'no error';
  } catch (error) {
    return StreambedError.is(error) ? error.code : `untyped: ${String(error)}`;
  }
}
