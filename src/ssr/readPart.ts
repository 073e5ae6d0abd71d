import type { DehydratedState } from '../dehydrate/DehydratedState.ts';

/** The state that a part holds. It is as untrusted as any text: what is no JSON is a state that no store takes. */
export function readPart({ textContent }: Element): DehydratedState {
  try {
    return JSON.parse(textContent ?? '') as DehydratedState;
  } catch {
    return {} as DehydratedState;
  }
}
