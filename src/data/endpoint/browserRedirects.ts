/**
 * Replaces `safeRedirects` in bundles for browsers (`imports` in package.json). A browser does not
 * reveal the target of a redirect; another origin gets a header only if its CORS response names
 * that header.
 */
export function safeRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return fetch;
}
