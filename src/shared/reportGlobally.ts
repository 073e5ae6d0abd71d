/** Reports an error that nobody takes, as the platform does with those that nobody has caught. */
export function reportGlobally(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
