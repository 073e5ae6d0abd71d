import { StreambedError } from 'streambed';

/** The code of the typed error that `run` throws or rejects with; any other outcome is printed. */
export async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'no error';
  } catch (error) {
    return StreambedError.is(error) ? error.code : `untyped: ${String(error)}`;
  }
}
