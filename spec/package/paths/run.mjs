// Runs the phases of one scenario against the built package and prints which functions ran in each. Loading the modules does not count.
import { Session } from 'node:inspector/promises';
import { scenarios } from './scenarios.mjs';

const kernelRooms = new Set([
  'table',
  'views',
  'commits',
  'requests',
  'streams',
  'collector',
  'optimistic',
  'store',
]);
const marker = '/dist/esm/';
const rxjs = '/node_modules/rxjs/dist/';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const phases = [];
for (const [name, run] of Object.entries(scenarios[process.argv[2]])) {
  await run();
  phases.push({ name, ...(await takeCounts()) });
}
console.log(JSON.stringify(phases));
process.exit(0);

/**
 * The code that ran since the last call: files and functions of the kernel and of all rooms, functions with those of RxJS, and the calls of
 * these.
 */
async function takeCounts() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result
    .map(({ url, functions }) => ({
      url,
      functions: functions
        .map(({ functionName, ranges }) => ({
          name: functionName || '(anonymous)',
          calls: ranges[0].count,
        }))
        .filter(({ calls }) => calls > 0),
    }))
    .filter(({ url, functions }) => url.startsWith('file:') && functions.length > 0);
  const files = ran
    .filter(({ url }) => url.includes(marker))
    .map(({ url, functions }) => ({
      file: url.slice(url.indexOf(marker) + marker.length),
      functions,
    }));
  const withRxjs = ran
    .filter(({ url }) => url.includes(marker) || url.includes(rxjs))
    .flatMap(({ functions }) => functions);
  return {
    files,
    kernel: count(files.filter(({ file }) => kernelRooms.has(file.split('/', 1)[0]))),
    all: count(files),
    withRxjs: withRxjs.length,
    calls: withRxjs.reduce((sum, { calls }) => sum + calls, 0),
  };
}

function count(files) {
  return [files.length, files.reduce((sum, { functions }) => sum + functions.length, 0)];
}
