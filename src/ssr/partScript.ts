import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import { partProps, type PartOptions } from './partProps.ts';

/**
 * A part as an HTML element, for code that writes HTML itself. Browsers do not execute it. Throws
 * `SB_OPTION_INVALID` if the nonce is not base64.
 */
export function partScript(state: DehydratedState, options: PartOptions = {}): string {
  const {
    dangerouslySetInnerHTML: { __html: text },
    ...attributes
  } = partProps(state, options);
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<script${written.join('')}>${text}</script>`;
}
