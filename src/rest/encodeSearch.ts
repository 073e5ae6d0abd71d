import { isPlainObject } from '../shared/isPlainObject.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import { queryText, type RefuseValue } from './urlText.ts';

const MAX_DEPTH = 20;

/**
 * The query string of search parameters, without question mark. Equal parameters give equal text:
 *
 * - sorted by name; `undefined` is omitted; `null` is `name=`; dates are ISO 8601; a space is `%20`
 * - arrays repeat the name: `ids=1&ids=2`; empty arrays and objects are omitted
 * - objects use brackets: `filter[age]=5`, percent-encoded; objects and arrays in arrays are
 *   numbered: `a[0][x]=1`
 *
 * Throws `SB_KEY_UNSUPPORTED` for other values, NaN and infinities, and for nesting deeper than 20
 * levels.
 */
export function encodeSearch(params: Readonly<Record<string, unknown>>, owner: string): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown, depth: number): void => {
    if (value === undefined) return;
    const refuse: RefuseValue = (problem, what) => {
      throw new StreambedError(problem, `Endpoint "${owner}": search parameter "${name}" ${what}.`);
    };
    if (depth > MAX_DEPTH) refuse('SB_KEY_UNSUPPORTED', `nests deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) {
      value.forEach((item: unknown, at) => {
        const isNumbered = Array.isArray(item) || isPlainObject(item);
        add(isNumbered ? `${name}[${at}]` : name, item, depth + 1);
      });
    } else if (isPlainObject(value)) {
      addAll(value, (member) => `${name}[${member}]`, depth + 1);
    } else {
      const text = queryText(value, refuse);
      pairs.push(`${queryText(name, refuse)}=${text}`);
    }
  };
  const addAll = (
    members: Readonly<Record<string, unknown>>,
    nameOf: (member: string) => string,
    depth: number,
  ): void => {
    for (const member of Object.keys(members).sort()) add(nameOf(member), members[member], depth);
  };
  addAll(params, (member) => member, 0);
  return pairs.join('&');
}
