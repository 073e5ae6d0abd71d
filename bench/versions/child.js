// Measures one version of the package. Arguments: its `dist` folder. Prints the median of each scenario, ms per run.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clockOfWaiting } from '../runner/clockOfWaiting.js';
import { summarize } from '../runner/statistics.js';
import { startStopwatch } from '../runner/stopwatch.js';
import { scenariosOf } from './scenarios.js';

/** Samples of one scenario go on for at least this long, ms, and are at least so many. */
const [SPAN, LEAST] = [150, 7];

globalThis.waitedForCore = clockOfWaiting();
const [dist] = process.argv.slice(2);
const importing = startStopwatch();
const streambed = await import(pathToFileURL(join(dist, 'esm/index.js')).href);
const results = { 'V1 import the package': importing() };
results['V2 first list of 100 rows'] = firstList(streambed);

for (const [title, open] of Object.entries(scenariosOf(streambed))) {
  const { prepare, run, times = 1 } = open();
  const sample = () => {
    const prepared = prepare?.();
    const stopwatch = startStopwatch();
    for (let i = 0; i < times; i++) run(prepared);
    return stopwatch() / times;
  };
  sample();
  const samples = [];
  const start = performance.now();
  while (samples.length < LEAST || performance.now() - start < SPAN) samples.push(sample());
  results[title] = summarize(samples).median;
}
process.stdout.write(JSON.stringify(results));
process.exit();

/** A store, its first response and its first read, in a process that has run nothing before. */
function firstList({ createStore, Endpoint, Entity }) {
  class Row extends Entity {
    id = '';
    name = '';
    static key = 'Row';
  }
  const getRows = new Endpoint(() => new Promise(() => {}), { name: 'getRows', schema: [Row] });
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: String(i), name: `Row ${i}` }));
  const stopwatch = startStopwatch();
  const store = createStore();
  store.setResponse(getRows, rows);
  store.observe(getRows).subscribe();
  return stopwatch();
}
