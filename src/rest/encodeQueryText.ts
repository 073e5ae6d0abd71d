import { SB_KEY_UNSUPPORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * Percent-encodes a name or a value of the query, as `encodeURIComponent` does (a space is `%20`). Throws
 * `SB_KEY_UNSUPPORTED` for half a surrogate pair; `label` names endpoint and parameter.
 */
export function encodeQueryText(text: string, label: string): string {
  if (/^[\w-]*$/.test(text)) return text;
  if (/\p{Surrogate}/u.test(text)) {
    throw new StreambedError(SB_KEY_UNSUPPORTED, `${label} has half of a surrogate pair.`);
  }
  return encodeURIComponent(text);
}
