/** A record after an edit, or why the text is none. */
export type Edited<T> = { readonly value: T } | { readonly problem: string };

/** The value of a JSON text. */
export function parseValue(text: string): Edited<unknown> {
  if (text.trim() === '') return { problem: 'Write a JSON value, such as 5, "five" or null.' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    // The cast holds: JSON.parse throws errors.
    return { problem: `This is no JSON: ${(error as Error).message}` };
  }
}

/** The record of a JSON text: an object. */
export function parseRecord(text: string): Edited<object> {
  const parsed = parseValue(text);
  if ('problem' in parsed) return parsed;
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  return { problem: 'A record is an object: { … }.' };
}

/** The record with another value of one member. Members that are no JSON stay as they are. */
export function withMember(record: object, name: string, value: unknown): object {
  const entries = Object.entries(record).map(
    ([known, old]: [string, unknown]): [string, unknown] => [known, known === name ? value : old],
  );
  return Object.fromEntries(entries);
}

/**
 * A value as JSON for an editor; `undefined` if JSON would lose a part of it, such as a date or an
 * object with a class.
 */
export function jsonOf(value: unknown): string | undefined {
  return isJson(value, 0) ? JSON.stringify(value, undefined, 2) : undefined;
}

const MAX_DEPTH = 100;

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((member) => isJson(member, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every((member) => isJson(member, depth + 1));
}
