import type { DehydratedState } from '../dehydrate/DehydratedState.ts';

/** Characters with a meaning in HTML or JavaScript. JSON has them only within strings. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * The state as JSON that is safe within `<script type="application/json">`: it contains no tag,
 * comment or line separator.
 */
export function escapeState(state: DehydratedState): string {
  return JSON.stringify(state).replace(
    UNSAFE,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
