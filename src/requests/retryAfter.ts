interface WithHeaders {
  readonly response?: { readonly headers?: { get?(name: string): unknown } };
}

/**
 * How long the server asks to wait, ms: the `Retry-After` header of the error's response.
 * `undefined` without a valid one. `now` is ms since epoch.
 */
export function retryAfter(error: Error, now: number): number | undefined {
  const headers = (error as WithHeaders).response?.headers;
  if (typeof headers?.get !== 'function') return undefined;
  const header = headers.get('retry-after');
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  // `Date.parse` reads other texts than HTTP dates as dates, too.
  if (!header.endsWith('GMT')) return undefined;
  // Prefer the server's clock, if it sent its time: clocks differ.
  const sent = Date.parse(String(headers.get('date')));
  const wait = Date.parse(header) - (Number.isNaN(sent) ? now : sent);
  return wait > 0 ? wait : undefined;
}
