import { constants } from 'node:os';

/** Aborted on Ctrl-C or when the process is asked to end; its reason is the exit code that shells expect then. */
export function signalOfStop() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.once(name, () => controller.abort(128 + constants.signals[name]));
  }
  return controller.signal;
}
