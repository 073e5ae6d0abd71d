/**
 * Starts a stopwatch; calling it gives the ms since, without those in which the machine was busy with others as far as
 * `globalThis.waitedForCore` knows – pages of browsers do not.
 */
export function startStopwatch() {
  const waitedBefore = waitedForCore();
  const start = performance.now();
  return (end = performance.now()) => end - start - (waitedForCore() - waitedBefore);
}

function waitedForCore() {
  return globalThis.waitedForCore === undefined ? 0 : globalThis.waitedForCore();
}
