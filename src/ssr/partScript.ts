import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import { partProps, type PartOptions } from './partProps.ts';

/** A part as an HTML element that is not executed, for those who write HTML themselves. Throws `SB_OPTION_INVALID` for a nonce that is none. */
export function partScript(state: DehydratedState, options: PartOptions = {}): string {
  const {
    dangerouslySetInnerHTML: { __html: text },
    ...attributes
  } = partProps(state, options);
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<script${written.join('')}>${text}</script>`;
}
