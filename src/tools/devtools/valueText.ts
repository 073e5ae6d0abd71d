/** A name that needs no quotes. */
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/** A value in one line, such as `{ id: '1', tags: ['a'] }`, cut off after about `limit` characters. */
export function valueText(value: unknown, limit = 80): string {
  if (typeof value === 'string') return quoted(value, limit);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date) return Number.isNaN(Number(value)) ? 'no date' : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Set) return `Set ${listText([...(value as Set<unknown>)], limit)}`;
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)];
    const names = entries.map(([name, item]): [string, unknown] => [valueText(name, limit), item]);
    return `Map ${membersText(names, limit)}`;
  }
  if (Array.isArray(value)) return listText(value, limit);
  const members = Object.entries(value).map(([name, item]): [string, unknown] => [
    PLAIN_NAME.test(name) ? name : quoted(name, limit),
    item,
  ]);
  return membersText(members, limit);
}

function quoted(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return `'${cut.replaceAll('\n', '\\n')}'`;
}

function listText(items: readonly unknown[], limit: number): string {
  const parts = upTo(limit, items, (item, left) => valueText(item, left));
  return `[${parts.join(', ')}]`;
}

function membersText(members: readonly (readonly [string, unknown])[], limit: number): string {
  if (members.length === 0) return '{}';
  const parts = upTo(limit, members, ([name, item], left) => `${name}: ${valueText(item, left)}`);
  return `{ ${parts.join(', ')} }`;
}

function upTo<T>(
  limit: number,
  items: readonly T[],
  textOf: (item: T, left: number) => string,
): string[] {
  const parts: string[] = [];
  let left = limit;
  for (const item of items) {
    if (left <= 0) {
      parts.push('…');
      break;
    }
    const text = textOf(item, left);
    left -= text.length + 2;
    parts.push(text);
  }
  return parts;
}

/** `1 key`, `2 keys`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The first names of a list, and how many follow. */
export function namesText(names: readonly string[], limit = 5): string {
  const rest = names.length - limit;
  const shown = names.slice(0, limit).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
