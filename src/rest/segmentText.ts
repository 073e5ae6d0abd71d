import { hasControl } from './hasControl.ts';
import { percentEncoded } from './percentEncoded.ts';
import { primitiveText } from './primitiveText.ts';
import type { RefuseValue } from './RefuseValue.ts';

/**
 * The encoded value of a path parameter. Refuses text that would change the structure of the URL,
 * with `SB_PATH_PARAM_UNSAFE`: empty text, `.` and `..` (also as `%2e`, and between slashes: many
 * servers decode before they route), control characters, backslashes, lone surrogates. RFC 3986
 * §5.2.4 and the WHATWG URL standard remove dot segments, encoded or not, so they cannot be sent.
 */
export function segmentText(value: unknown, refuse: RefuseValue): string {
  const text = primitiveText(value, refuse);
  const flaw = /^[\w-]+$/.test(text) ? undefined : flawOf(text);
  if (flaw) refuse('SB_PATH_PARAM_UNSAFE', flaw);
  return percentEncoded(text, 'SB_PATH_PARAM_UNSAFE', refuse);
}

function flawOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (hasControl(text)) return 'has a control character';
  if (text.includes('\\')) return 'has a backslash';
  return /(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|$)/i.test(text) ? 'is a dot segment' : undefined;
}
