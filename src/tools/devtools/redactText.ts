/** A member `"name":` of JSON-like text, or a parameter `name=value` of a URL. */
const NAMED = /"((?:[^"\\]|\\.)*)":|(?<=[?&])([^=&#\s"]+)=([^&#\s"]*)/g;

/**
 * Replaces values in a text: those of members, as in `{"name":"value"}`, and those of parameters,
 * as in `?name=value`. `decide` returns what stands in place of the value.
 */
export function redactText(text: string, decide: (name: string, value: string) => string): string {
  let redacted = '';
  let done = 0;
  const named = new RegExp(NAMED);
  for (let found = named.exec(text); found; found = named.exec(text)) {
    const [all, member, parameter, given = ''] = found;
    const isMember = parameter === undefined;
    const start = found.index + all.length - given.length;
    const end = isMember ? endOfValue(text, start) : start + given.length;
    const written = text.slice(start, end);
    const isText = isMember && /^".*"$/s.test(written);
    const value = isText ? written.slice(1, -1) : written;
    const kept = decide(isMember ? member : decoded(parameter), value);
    // What is kept may have members of its own.
    if (kept === value) continue;
    redacted += `${text.slice(done, start)}${isMember ? JSON.stringify(kept) : kept}`;
    done = named.lastIndex = end;
  }
  return redacted + text.slice(done);
}

/** Where the value ends that begins at `start`: at a comma or bracket of its surroundings. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (char === '{' || char === '[') {
      depth++;
    } else if (char === '}' || char === ']' || char === ',') {
      if (depth === 0) return at;
      if (char !== ',') depth--;
    }
  }
  return text.length;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
