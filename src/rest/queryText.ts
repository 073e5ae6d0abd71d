import { percentEncoded } from './percentEncoded.ts';
import { primitiveText } from './primitiveText.ts';
import type { RefuseValue } from './RefuseValue.ts';

/**
 * A name or a value of the query, encoded. Refuses the same values as `primitiveText`.
 */
export function queryText(value: unknown, refuse: RefuseValue): string {
  return percentEncoded(primitiveText(value, refuse), 'SB_KEY_UNSUPPORTED', refuse);
}
