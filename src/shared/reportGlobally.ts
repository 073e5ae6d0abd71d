/** Reports an error that no code handles, as the platform reports uncaught errors. */
export function reportGlobally(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}

/** An `onError` that throws must not stop its caller: its own failure is reported globally. */
export function guarded<A extends readonly unknown[]>(
  onError: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      onError(...args);
    } catch (failure) {
      reportGlobally(failure);
    }
  };
}
