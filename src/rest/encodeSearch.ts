import { isPlainObject } from '../shared/isPlainObject.ts';
import { SB_KEY_UNSUPPORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { encodeQueryText } from './encodeQueryText.ts';
import { primitiveText } from './primitiveText.ts';

const MAX_DEPTH = 20;

/**
 * The query string for search parameters, without question mark, the same for equal parameters:
 *
 * - sorted by name; `undefined` is left out; `null` is `name=`; dates are ISO 8601; a space is `%20`
 * - arrays repeat the name: `ids=1&ids=2`; empty arrays and objects send nothing
 * - objects use brackets: `filter[age]=5`, percent-encoded; objects and arrays inside arrays are numbered: `a[0][x]=1`
 *
 * Throws `SB_KEY_UNSUPPORTED` for everything else, for NaN and infinities, and for nesting deeper than 20 levels.
 */
export function encodeSearch(params: Readonly<Record<string, unknown>>, owner: string): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown, depth: number): void => {
    if (value === undefined) return;
    const label = `Endpoint "${owner}": search parameter "${name}"`;
    if (depth > MAX_DEPTH) {
      throw new StreambedError(
        SB_KEY_UNSUPPORTED,
        `${label} nests deeper than ${MAX_DEPTH} levels.`,
      );
    }
    if (Array.isArray(value)) {
      value.forEach((item: unknown, at) => {
        const numbered = Array.isArray(item) || isPlainObject(item);
        add(numbered ? `${name}[${at}]` : name, item, depth + 1);
      });
    } else if (isPlainObject(value)) {
      for (const member of Object.keys(value).sort()) {
        add(`${name}[${member}]`, value[member], depth + 1);
      }
    } else {
      const text = encodeQueryText(primitiveText(value, label), label);
      pairs.push(`${encodeQueryText(name, label)}=${text}`);
    }
  };
  for (const name of Object.keys(params).sort()) add(name, params[name], 0);
  return pairs.join('&');
}
