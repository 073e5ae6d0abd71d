import fc from 'fast-check';
import { histories } from './operations.ts';
import { runHistory } from './runHistory.ts';
import { showOperation } from './showOperation.ts';
const runs = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 1e6);
const start = Date.now();
const result = await fc.check(fc.asyncProperty(histories(30), runHistory), { numRuns: runs, seed, endOnFailure: false, interruptAfterTimeLimit: 60_000 });
console.log(result.numRuns, 'runs', Date.now() - start, 'ms', 'seed', seed);
if (result.failed) {
  for (const op of result.counterexample![0]) console.log('  ' + showOperation(op));
  console.log((result.errorInstance as Error)?.stack?.split('\n').slice(0, 12).join('\n'));
}
