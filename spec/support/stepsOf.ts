import { type Profiler, Session } from 'node:inspector';

/**
 * How many blocks of the sources an operation runs: each function, branch and pass through a loop
 * is one. It grows as the time does, and is the same on every machine.
 */
export function stepsOf(operation: () => void): number {
  const session = new Session();
  session.connect();
  try {
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
  }
}
