/**
 * Takes the place of `safeRedirects` where the package is bundled for browsers (`imports` in package.json). A browser does not show where a
 * redirect leads; another origin gets a header only if it asks for it by name (CORS).
 */
export function safeRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return fetch;
}
