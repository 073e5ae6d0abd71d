import { StreambedError } from '../shared/StreambedError.ts';
import type { DehydratedState } from '../dehydrate/DehydratedState.ts';

/**
 * The attribute that marks parts. Its value is the length of the text, because the parser adds an
 * element before its text is complete.
 */
const PART = 'data-streambed';

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
    throw new StreambedError('SB_OPTION_INVALID', 'The option `nonce` is not base64 text.');
  }
  const text = escapeState(state);
  return {
    type: 'application/json',
    [PART]: String(text.length),
    ...(nonce !== undefined && { nonce }),
    dangerouslySetInnerHTML: { __html: text },
  };
}

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

/** The complete parts of a document, in document order. */
export function partElements(document: Document): Element[] {
  return [...document.querySelectorAll(`script[type="application/json"][${PART}]`)].filter(
    (element) => element.textContent?.length === Number(element.getAttribute(PART)),
  );
}

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
