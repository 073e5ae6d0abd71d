import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** V8's optimizing compilers that this version of Node uses. */
const OPTIMIZERS = Number(process.versions.node.split('.')[0]) < 22 ? ['opt'] : ['opt', 'maglev'];

/**
 * How many blocks of the sources each operation runs: each function, branch and pass through a loop
 * is one. It grows as the time does, and is the same on every machine.
 */
export function stepsOf(operations: readonly (() => void)[]): number[] {
  const session = new Session();
  session.connect();
  try {
    // Optimized code does not count all of its blocks. Coverage begins without any.
    for (const compiler of OPTIMIZERS) setFlagsFromString(`--no-${compiler}`);
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return operations.map((operation) => {
      operation();
      return takeSteps(session);
    });
  } finally {
    session.disconnect();
    for (const compiler of OPTIMIZERS) setFlagsFromString(`--${compiler}`);
  }
}

/** The steps since the last time. */
function takeSteps(session: Session): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    for (const { functions, url } of result) {
      if (!/[\\/]src[\\/]/.test(url) || url.includes('node_modules')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
  });
  return steps;
}
