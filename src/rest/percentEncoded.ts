import type { ErrorCode } from '../shared/errorCatalogue.ts';
import type { RefuseValue } from './RefuseValue.ts';

/** The text as `encodeURIComponent` encodes it: a space is `%20`. Refuses half a surrogate pair. */
export function percentEncoded(text: string, problem: ErrorCode, refuse: RefuseValue): string {
  if (/^[\w-]*$/.test(text)) return text;
  if (/\p{Surrogate}/u.test(text)) refuse(problem, 'has half of a surrogate pair');
  return encodeURIComponent(text);
}
