import { StreambedError } from '../shared/StreambedError.ts';
import { hasControl } from './hasControl.ts';

/**
 * Throws `SB_URL_UNSAFE` if values could change the meaning of a URL: its origin depends on a
 * value; a relative URL names a host or a scheme; or it has dot segments after its start, a
 * fragment, a backslash or control characters. `fixed` is the text before the first value.
 *
 * Does not use `URL`: React Native's is incomplete, and this runs for every key.
 */
export function assertSafeUrl(url: string, fixed: string, owner: string): void {
  const flaw = flawOf(url, fixed);
  if (!flaw) return;
  throw new StreambedError('SB_URL_UNSAFE', `Endpoint "${owner}": the URL ${flaw}.`);
}

function flawOf(url: string, fixed: string): string | undefined {
  if (url.startsWith(' ') || hasControl(url)) return 'has white space or control characters';
  if (url.includes('\\')) return 'has a backslash';
  if (url.includes('#')) return 'has a fragment';
  if (fixed.includes('?')) return 'has its path behind the question mark of urlPrefix';
  if (url.startsWith('//')) return 'starts with two slashes, so that it names another host';
  const path = url.split('?', 1)[0];
  // A path may be relative to the page: ./data or ../data.
  const [start, scheme, host] = /^(?:([a-z][a-z0-9+.-]*:)(\/\/[^/]+)?|(?:\.{1,2}\/)*)/i.exec(path)!;
  if (scheme) {
    if (!host) return 'has a scheme but no host';
    const isFixed = fixed === path || fixed.startsWith(`${start}/`);
    if (!isFixed) return 'has an origin that depends on a value';
  }
  const isDotted = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path.slice(start.length));
  return isDotted ? 'has a dot segment' : undefined;
}
