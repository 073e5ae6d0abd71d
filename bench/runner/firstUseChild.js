// The first use of a contender, in a process that has run nothing else. Arguments: its built adapter, the number of rows. Prints ms as JSON.
import { firstUse } from '../scenarios/support/firstUse.js';
import { clockOfWaiting } from './clockOfWaiting.js';
import { startStopwatch } from './stopwatch.js';

globalThis.waitedForCore = clockOfWaiting();
const [file, n] = process.argv.slice(2);
const stop = startStopwatch();
const { contender } = await import(file);
const loading = stop();
process.stdout.write(JSON.stringify({ loading, ...(await firstUse(contender, Number(n))) }));
process.exit();
