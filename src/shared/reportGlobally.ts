/** Reports an error that no code handles, as the platform reports uncaught errors. */
export function reportGlobally(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
