import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives what collects the garbage of the process at once. */
export function exposedGc(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
