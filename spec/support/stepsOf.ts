import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** V8's optimizing compilers that this version of Node uses. */
const OPTIMIZERS = Number(process.versions.node.split('.')[0]) < 22 ? ['opt'] : ['opt', 'maglev'];

/**
 * How many blocks of the sources an operation runs: each function, branch and pass through a loop
 * is one. It grows as the time does, and is the same on every machine.
 */
export function stepsOf(operation: () => void): number {
  const session = new Session();
  session.connect();
  try {
    // Optimized code does not count all of its blocks. Coverage begins without any.
    for (const compiler of OPTIMIZERS) setFlagsFromString(`--no-${compiler}`);
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    operation();
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      scripts = taken.result;
    });
    return scripts
      .filter(({ url }) => /[\\/]src[\\/]/.test(url) && !url.includes('node_modules'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((steps, { count }) => steps + count, 0);
  } finally {
    session.disconnect();
    for (const compiler of OPTIMIZERS) setFlagsFromString(`--${compiler}`);
  }
}
