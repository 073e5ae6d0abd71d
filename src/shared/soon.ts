const done = Promise.resolve();

/**
 * Runs something after the code that runs has returned. Unlike `queueMicrotask`, no fake timers take it: in tests that stop the time, renders go
 * on and requests are sent.
 */
export function soon(run: () => void): void {
  void done.then(run);
}
