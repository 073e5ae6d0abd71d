import { SB_PATH_PARAM_UNSAFE } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { isControl } from './isControl.ts';

/**
 * Percent-encodes the value of a path parameter, as `encodeURIComponent` does. Throws `SB_PATH_PARAM_UNSAFE` for text
 * that would change the shape of the URL: empty, `.` and `..` (also as `%2e`, and as a part between slashes, because
 * many servers decode before they route), control characters, backslashes, lone surrogates. RFC 3986 §5.2.4 and the
 * WHATWG URL standard remove dot segments, encoded or not, so that they cannot be sent.
 *
 * `label` names endpoint and parameter in the message.
 */
export function encodeSegment(text: string, label: string): string {
  if (/^[\w-]+$/.test(text)) return text;
  const flaw = flawOf(text);
  if (flaw) throw new StreambedError(SB_PATH_PARAM_UNSAFE, `${label} ${flaw}.`);
  return encodeURIComponent(text);
}

function flawOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (isControl(text)) return 'has a control character';
  if (text.includes('\\')) return 'has a backslash';
  if (/\p{Surrogate}/u.test(text)) return 'has half of a surrogate pair';
  const parts = text.replace(/%2e/gi, '.').split(/\/|%2f/i);
  return parts.some((part) => part === '.' || part === '..') ? 'is a dot segment' : undefined;
}
