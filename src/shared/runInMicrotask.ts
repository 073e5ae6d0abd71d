const done = /* @__PURE__ */ Promise.resolve();

/**
 * Runs a function in a microtask. Unlike `queueMicrotask`, fake timers do not replace it: in tests
 * that stop the time, renders go on and requests are sent.
 */
export function runInMicrotask(run: () => void): void {
  void done.then(run);
}
