interface WithHeaders {
  readonly response?: { readonly headers?: { get?(name: string): unknown } };
}

/**
 * How long the server asks to wait, in ms, by the `Retry-After` header of the response that an error has; `undefined` where it does not say.
 * `now` is ms since epoch.
 */
export function retryAfter(error: Error, now: number): number | undefined {
  const headers = (error as WithHeaders).response?.headers;
  if (typeof headers?.get !== 'function') return undefined;
  const asked = headers.get('retry-after');
  if (typeof asked !== 'string') return undefined;
  if (/^\d+$/.test(asked)) return Number(asked) * 1_000;
  // Other texts than HTTP dates are read as some date, too.
  if (!asked.endsWith('GMT')) return undefined;
  // The clock of the server where it tells its time: clocks differ.
  const sent = Date.parse(String(headers.get('date')));
  const wait = Date.parse(asked) - (Number.isNaN(sent) ? now : sent);
  return wait > 0 ? wait : undefined;
}
