import { openSync, readSync } from 'node:fs';

const buffer = Buffer.alloc(64);

/**
 * A clock of the time this thread was ready to run and had no core, in ms: on a shared machine it can be most of a sample. Linux keeps
 * it; elsewhere it stands still.
 */
export function clockOfWaiting() {
  let file;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    return () => 0;
  }
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    const [, waited] = buffer.latin1Slice(0, length).split(' ');
    return Number(waited) / 1e6;
  };
}
