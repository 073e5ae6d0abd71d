/**
 * Returns a signal that aborts with the first of the given ones, for the same reason; undefined if
 * none is given. Uses `AbortSignal.any` if the platform has it.
 */
export function combineSignals(
  ...given: readonly (AbortSignal | null | undefined)[]
): AbortSignal | undefined {
  const signals = [...new Set(given)].filter((signal) => signal != null);
  if (signals.length < 2) return signals[0];
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(signals);
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    // The controller's signal removes the listener, so a long-lived signal does not collect
    // listeners.
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
