import { fileURLToPath } from 'node:url';

const fromBench = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export const BENCH = fromBench('');
export const SOURCES = fromBench('../src/');
export const RESULTS = fromBench('results/');
/** Inside `node_modules`, where no linter, formatter or commit looks; one folder per run. */
export const CACHE = fromBench('node_modules/.cache/streambed-bench/');
