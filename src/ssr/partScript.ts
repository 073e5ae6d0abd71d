import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedState } from '../store/DehydratedState.ts';
import { escapeState } from './escapeState.ts';
import { PART } from './partElements.ts';

/** How parts are written. */
export interface PartOptions {
  /** The nonce of the page's Content-Security-Policy. Data needs none; give it where a policy is checked by other means. */
  readonly nonce?: string | undefined;
}

/** A part as an HTML element that is not executed. Throws `SB_OPTION_INVALID` for a nonce that is none. */
export function partScript(state: DehydratedState, { nonce }: PartOptions = {}): string {
  if (nonce !== undefined && !/^[\w+/=-]*$/.test(nonce)) {
    throw new StreambedError('SB_OPTION_INVALID', 'partScript: nonce is no base64 text.');
  }
  const text = escapeState(state);
  const attributes = nonce === undefined ? '' : ` nonce="${nonce}"`;
  return `<script type="application/json" ${PART}="${text.length}"${attributes}>${text}</script>`;
}
