// Runs the phases of one scenario against the built package and prints which functions ran in each. Loading the modules does not count.
import { Session } from 'node:inspector/promises';
import { linesOf } from './linesOf.mjs';
import { scenarios } from './scenarios.mjs';
import { sourceAt } from './sourceAt.mjs';

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
 * The code that ran since the last call: source files and functions of the kernel and of all wings, and the lines of these functions;
 * functions with those of RxJS, and the calls of these.
 */
async function takeCounts() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result
    .filter(({ url }) => url.startsWith('file:') && (url.includes(marker) || url.includes(rxjs)))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges: [{ count: calls, startOffset }] }) => ({
        url,
        startOffset,
        name: functionName || '(anonymous)',
        calls,
      })),
    )
    .filter(({ calls }) => calls > 0);
  const byFile = new Map();
  for (const { url, startOffset, name, calls } of ran) {
    const file = url.includes(marker) ? sourceAt(url, startOffset)?.path : undefined;
    if (!file) continue;
    if (!byFile.has(file)) byFile.set(file, []);
    byFile.get(file).push({ name, calls });
  }
  const files = Array.from(byFile, ([file, functions]) => ({ file, functions }));
  const lines = linesOf(result.filter(({ url }) => url.includes(marker)));
  const isOfKernel = (file) => file.startsWith('kernel/');
  return {
    files,
    kernel: count(files.filter(({ file }) => isOfKernel(file))),
    all: count(files),
    lines: [sumOf(lines, isOfKernel), sumOf(lines, () => true)],
    withRxjs: ran.length,
    calls: ran.reduce((sum, { calls }) => sum + calls, 0),
  };
}

function count(files) {
  return [files.length, files.reduce((sum, { functions }) => sum + functions.length, 0)];
}

function sumOf(lines, isCounted) {
  return [...lines].reduce((sum, [file, found]) => (isCounted(file) ? sum + found : sum), 0);
}
