import { encodeKey } from '../shared/encodeKey.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { isForJson } from './isForJson.ts';
import { jsonText } from './jsonText.ts';

/**
 * The part of a key that stands for a body: the same text exactly for the same content, members in any order. In JSON `1` is not `'1'`, as it is in a
 * URL. Throws `SB_KEY_UNSUPPORTED` for what has no canonical form, `SB_BODY_UNSUPPORTED` for bigints.
 */
export function bodyKey(body: unknown, owner: { readonly name: string }): string {
  // Refuses what JSON would silently lose: maps, functions, instances of classes.
  const text = encodeKey(body, owner, 'body');
  if (!isForJson(body)) return text;
  return jsonText(body, owner.name, (_name, value) =>
    isPlainObject(value) ? sorted(value) : value,
  );
}

function sorted(members: Readonly<Record<string, unknown>>): object {
  // Names like `__proto__` are ordinary: entries define, they do not assign.
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
