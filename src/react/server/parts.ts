import { StreambedError } from '../../shared/StreambedError.ts';
import type { DehydratedState } from '../../features/dehydrate/DehydratedState.ts';
import { originOf } from '../../features/dehydrate/origins.ts';

/**
 * The attribute that marks parts. Its value is the length of the text, because the parser adds an
 * element before its text is complete.
 */
const PART = 'data-streambed';

/** The attribute that says which app a part belongs to, if the page has several. */
const APP = 'data-streambed-app';

/** The attribute that says which server store a part was made by. */
const ORIGIN = 'data-streambed-store';

/** Names of server stores, for the pages of which they are a part. */
const names = new WeakMap<object, string>();

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
  /**
   * Names the app, if the page has several with a store each: `hydrate` of the same `id` reads its
   * parts, and no others, whichever stores made them. Letters, digits, `-`, `_` and `.`. Default: the
   * app without a name.
   */
  readonly id?: string | undefined;
}

/** Props of the `<script>` of a part. Browsers do not execute it. */
export interface PartProps {
  readonly type: 'application/json';
  readonly [PART]: string;
  readonly [APP]?: string | undefined;
  readonly [ORIGIN]?: string | undefined;
  readonly nonce?: string | undefined;
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

/**
 * A part as props for a `<script>` in JSX, for frameworks that take elements. Throws
 * `SB_OPTION_INVALID` if the nonce is not base64, or the id has other characters than it may have.
 */
export function partProps(state: DehydratedState, { nonce, id }: PartOptions = {}): PartProps {
  checkId(id);
  if (nonce !== undefined && !/^[\w+/=-]*$/.test(nonce)) {
    throw new StreambedError('SB_OPTION_INVALID', 'The option `nonce` is not base64 text.');
  }
  const text = escapeState(state);
  const origin = originOf(state);
  return {
    type: 'application/json',
    [PART]: String(text.length),
    ...(id !== undefined && { [APP]: id }),
    ...(origin && { [ORIGIN]: nameOf(origin) }),
    ...(nonce !== undefined && { nonce }),
    dangerouslySetInnerHTML: { __html: text },
  };
}

/** Other servers may write parts of the same page: the name is random. */
function nameOf(origin: object): string {
  let name = names.get(origin);
  if (name === undefined) names.set(origin, (name = Math.random().toString(36).slice(2)));
  return name;
}

/**
 * A part as an HTML element, for code that writes HTML itself. Browsers do not execute it. Throws
 * `SB_OPTION_INVALID` as `partProps` does.
 */
export function partScript(state: DehydratedState, options: PartOptions = {}): string {
  const {
    dangerouslySetInnerHTML: { __html: text },
    ...attributes
  } = partProps(state, options);
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<script${written.join('')}>${text}</script>`;
}

/** The ids stand in HTML and in selectors. */
function checkId(id: string | undefined): void {
  if (id === undefined || /^[\w.-]+$/.test(id)) return;
  throw new StreambedError(
    'SB_OPTION_INVALID',
    'The option `id` has other characters than letters, digits, "-", "_" and ".".',
  );
}

/** The complete parts of an app in a document, in document order. */
export function partElements(document: Document, id?: string): Element[] {
  checkId(id);
  const app = id === undefined ? `:not([${APP}])` : `[${APP}="${id}"]`;
  return [...document.querySelectorAll(`script[type="application/json"][${PART}]${app}`)].filter(
    (element) => element.textContent?.length === Number(element.getAttribute(PART)),
  );
}

/** The name of the server store that made a part, if it is known. */
export function originOfPart(part: Element): string | undefined {
  return part.getAttribute(ORIGIN) ?? undefined;
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
