import type { DehydratedState } from '../dehydrate/DehydratedState.ts';

/** What HTML or JavaScript could take for more than text. JSON has none of it outside of strings. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** The state as JSON that stays inert within `<script type="application/json">`, whatever is in it: no tag, comment or end of line. */
export function escapeState(state: DehydratedState): string {
  return JSON.stringify(state).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
