/**
 * Starts a stopwatch; calling it gives the ms since, without those in which the machine was busy with others as far as
 * `globalThis.waitedForCore` knows – pages of browsers do not. Until a moment in the past it gives all ms: how much of them was waiting
 * can no longer be told.
 */
export function startStopwatch() {
  const waitedBefore = waitedForCore();
  const start = performance.now();
  return (end) => {
    if (end !== undefined) return end - start;
    const time = performance.now() - start;
    return time - (waitedForCore() - waitedBefore);
  };
}

function waitedForCore() {
  return globalThis.waitedForCore === undefined ? 0 : globalThis.waitedForCore();
}
