import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedState } from '../dehydrate/DehydratedState.ts';
import { escapeState } from './escapeState.ts';
import { PART } from './partElements.ts';

/** How parts are written. */
export interface PartOptions {
  /** The nonce of the page's Content-Security-Policy. Data needs none; give it where a policy is checked by other means. */
  readonly nonce?: string | undefined;
}

/** Props of the `<script>` of a part. Nothing in it is executed. */
export interface PartProps {
  readonly type: 'application/json';
  readonly [PART]: string;
  readonly nonce?: string;
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

/** A part as props for a `<script>` in JSX, for frameworks that take elements. Throws `SB_OPTION_INVALID` for a nonce that is none. */
export function partProps(state: DehydratedState, { nonce }: PartOptions = {}): PartProps {
  if (nonce !== undefined && !/^[\w+/=-]*$/.test(nonce)) {
    throw new StreambedError(SB_OPTION_INVALID, 'A nonce is no base64 text.');
  }
  const text = escapeState(state);
  return {
    type: 'application/json',
    [PART]: String(text.length),
    ...(nonce !== undefined && { nonce }),
    dangerouslySetInnerHTML: { __html: text },
  };
}
