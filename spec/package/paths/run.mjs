// Runs one scenario against the built package and prints which functions ran. Loading the modules does not count.
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

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await scenarios[process.argv[2]]();
const { result } = await session.post('Profiler.takePreciseCoverage');

const functions = result
  .filter(({ url }) => url.includes(marker))
  .map(({ url, functions: all }) => ({
    file: url.slice(url.indexOf(marker) + marker.length),
    names: all
      .filter(({ ranges }) => ranges[0].count > 0)
      .map(({ functionName }) => functionName || '(anonymous)'),
  }))
  .filter(({ names }) => names.length > 0);

const count = (files) => [files.length, files.reduce((sum, { names }) => sum + names.length, 0)];
const isKernel = ({ file }) => kernelRooms.has(file.split('/', 1)[0]);
console.log(
  JSON.stringify({
    functions,
    counts: { kernel: count(functions.filter(isKernel)), all: count(functions) },
  }),
);
process.exit(0);
