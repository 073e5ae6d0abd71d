/**
 * Headers as a plain object with lower-case names, so that they can be spread and set. Of names that differ in case
 * only the last wins; members that are undefined or null are left out.
 */
export function headerRecord(headers: HeadersInit | undefined): Record<string, string> {
  const byName = new Map<string, string>();
  const set = (name: string, value: string | null | undefined) => {
    if (value !== undefined && value !== null) byName.set(name.toLowerCase(), value);
  };
  if (Array.isArray(headers)) for (const [name, value] of headers) set(name, value);
  else if (isHeaders(headers)) headers.forEach((value, name) => set(name, value));
  else for (const [name, value] of Object.entries(headers ?? {})) set(name, value);
  return Object.fromEntries(byName);
}

/** By shape: `Headers` may come from a polyfill or another realm. */
function isHeaders(headers: HeadersInit | undefined): headers is Headers {
  return typeof (headers as { forEach?: unknown } | undefined)?.forEach === 'function';
}
