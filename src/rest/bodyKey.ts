import { encodeKey } from '../shared/encodeKey.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { isForJson } from './isForJson.ts';
import { jsonText } from './jsonText.ts';

/**
 * The part of a key that identifies a body: equal text exactly for equal content, with members in
 * any order. In JSON `1` differs from `'1'`, unlike in a URL. Throws `SB_KEY_UNSUPPORTED` for
 * values without a canonical form, `SB_BODY_UNSUPPORTED` for bigints.
 */
export function bodyKey(body: unknown, owner: { readonly name: string }): string {
  // Refuses what JSON would silently drop: maps, functions, instances of classes.
  const text = encodeKey(body, owner, 'body');
  if (!isForJson(body)) return text;
  return jsonText(body, owner.name, (_name, value) =>
    isPlainObject(value) ? sorted(value) : value,
  );
}

function sorted(members: Readonly<Record<string, unknown>>): object {
  // Names like `__proto__` are ordinary: `fromEntries` defines members, it does not assign them.
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
