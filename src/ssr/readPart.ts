import type { DehydratedState } from '../dehydrate/DehydratedState.ts';

/**
 * The state in a part. The text is untrusted: if it is not JSON, the result is a state that every
 * store refuses.
 */
export function readPart({ textContent }: Element): DehydratedState {
  try {
    return JSON.parse(textContent ?? '') as DehydratedState;
  } catch {
    return {} as DehydratedState;
  }
}
