/**
 * A signal that aborts with the first of the given ones, with its reason; undefined if none is given. `AbortSignal.any`
 * is used where the platform has it.
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
    // Goes with the controller, so that a long-living signal does not collect listeners.
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
