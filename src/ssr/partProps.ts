import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import { escapeState } from './escapeState.ts';
import { PART } from './partElements.ts';

/** Options of the functions that write parts. */
export interface PartOptions {
  /**
   * The nonce of the page's Content-Security-Policy. Browsers need none for data; set it for other
   * tools that check a policy.
   */
  readonly nonce?: string | undefined;
}

/** Props of the `<script>` of a part. Browsers do not execute it. */
export interface PartProps {
  readonly type: 'application/json';
  readonly [PART]: string;
  readonly nonce?: string;
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

/**
 * A part as props for a `<script>` in JSX, for frameworks that take elements. Throws
 * `SB_OPTION_INVALID` if the nonce is not base64.
 */
export function partProps(state: DehydratedState, { nonce }: PartOptions = {}): PartProps {
  if (nonce !== undefined && !/^[\w+/=-]*$/.test(nonce)) {
    throw new StreambedError(SB_OPTION_INVALID, 'The option `nonce` is not base64 text.');
  }
  const text = escapeState(state);
  return {
    type: 'application/json',
    [PART]: String(text.length),
    ...(nonce !== undefined && { nonce }),
    dangerouslySetInnerHTML: { __html: text },
  };
}
