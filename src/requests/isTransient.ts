/** How browsers and Node report that `fetch` got no response, or only a part of it. */
const fetchFailed =
  /^(failed to fetch|fetch failed|load failed|network request failed|networkerror when attempting|network error|terminated|the internet connection appears|the network connection was lost)/i;

/**
 * Whether a retry may succeed: no complete response, too slow (408), too many requests (429), a
 * server error.
 */
export function isTransient(error: Error): boolean {
  const { status } = error as { status?: unknown };
  if (typeof status === 'number') {
    return status === 0 || status === 408 || status === 429 || status >= 500;
  }
  if (error.name === 'TypeError') return fetchFailed.test(error.message);
  return error.name === 'TimeoutError';
}
