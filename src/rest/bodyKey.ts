import { encodeKey } from '../shared/encodeKey.ts';
import { isPlainObject } from '../shared/isPlainObject.ts';
import { SB_BODY_UNSUPPORTED } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/**
 * The part of a key that stands for a body: the same text exactly for the same content, members in any order. In JSON `1` is not `'1'`, as it is in a
 * URL. Throws `SB_KEY_UNSUPPORTED` for what has no canonical form, `SB_BODY_UNSUPPORTED` for bigints.
 */
export function bodyKey(body: unknown, owner: { readonly name: string }): string {
  // Refuses what JSON would silently lose: maps, functions, instances of classes.
  const text = encodeKey(body, owner, 'body');
  const isSentAsJson =
    typeof body === 'object'
      ? Array.isArray(body) || isPlainObject(body)
      : typeof body !== 'string';
  if (!isSentAsJson) return text;
  try {
    return JSON.stringify(body, (_name, value: unknown) =>
      isPlainObject(value) ? sorted(value) : value,
    );
  } catch (cause) {
    throw new StreambedError(
      SB_BODY_UNSUPPORTED,
      `Endpoint "${owner.name}": the body cannot be written as JSON.`,
      { cause },
    );
  }
}

function sorted(members: Readonly<Record<string, unknown>>): object {
  // Names like `__proto__` are ordinary: entries define, they do not assign.
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
