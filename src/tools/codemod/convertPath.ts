/** A path template as Streambed reads it, and the parts that it cannot express. */
export interface ConvertedPath {
  readonly path: string;
  /** Patterns that parameters do not take any more: `(\\d+)`. */
  readonly dropped: readonly string[];
  /** Syntax that has no counterpart. */
  readonly isUnclear: boolean;
}

/** One token of a template of path-to-regexp 6: `/:id(\\d+)?`, an escape, a group in braces, or text. */
const TOKEN =
  /(?<escape>\\.)|(?<prefix>[/.]?):(?<name>[A-Za-z_]\w*)(?<pattern>\((?:\\.|[^()\\])*\))?(?<modifier>[?+*](?![A-Za-z_]))?|\{(?<group>[^{}]*)\}(?<repeat>[?+*])?|(?<unnamed>\((?:\\.|[^()\\])*\)[?+*]?)|[^]/g;

/**
 * Translates the syntax of path-to-regexp 6, which older versions of Data Client use. A template of
 * version 8 comes back as it was: `/users/:id?` → `/users{/:id}` · `/files/:path+` → `/files/*path`.
 */
export function convertPath(path: string): ConvertedPath {
  const dropped: string[] = [];
  let isUnclear = false;
  const converted = path.replace(TOKEN, (text: string, ...rest: unknown[]) => {
    // The last argument of a replacer holds the groups.
    const token = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (token.escape === '\\?') {
      // The query takes no groups.
      if (/[{}*]/.test(path.slice(path.indexOf(text)))) isUnclear = true;
      return '?';
    }
    if (token.unnamed !== undefined) isUnclear = true;
    if (token.group !== undefined && token.repeat !== undefined) {
      if (token.repeat !== '?') isUnclear = true;
      return `{${token.group}}`;
    }
    if (token.name === undefined) return text;
    if (token.pattern !== undefined) dropped.push(token.pattern);
    const { prefix = '', name, modifier } = token;
    if (modifier === '?') return `{${prefix}:${name}}`;
    if (modifier === '*') return `{${prefix}*${name}}`;
    return modifier === '+' ? `${prefix}*${name}` : `${prefix}:${name}`;
  });
  return { path: converted, dropped, isUnclear };
}
