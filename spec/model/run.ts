import { parseArgs } from 'node:util';
import { quickDefects, slowDefects } from './defects/defects.ts';
import { runDefect } from './defects/runDefect.ts';
import { findFailure, type Search } from './findFailure.ts';
import { persistDefects } from './persist/defects.ts';
import { findPersistFailure } from './persist/findPersistFailure.ts';
import type { Reached } from './persist/runPersistHistory.ts';

/** Histories between two lines of progress. */
const CHUNK = 1_000;

/** Each defect is found within this many histories. */
const DEFECT_RUNS = 20_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    path: { type: 'string' },
    defects: { type: 'boolean', default: false },
    persist: { type: 'boolean', default: false },
  },
});

const runs = Number(values.runs);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const start = Date.now();
/** How often the histories of stored data have reached each situation. */
const reached: Reached = new Map();
const find = (search: Search) =>
  values.persist ? findPersistFailure(search, reached) : findFailure(search);
process.exitCode = values.defects ? await findDefects() : await run();

/** Each chunk has a seed of its own, so a failure can be repeated without the earlier chunks. */
async function run(): Promise<number> {
  if (values.path !== undefined) {
    const failure = await find({ runs: 1, seed: firstSeed, path: values.path });
    console.log(failure ?? 'The history passes.');
    return failure === undefined ? 0 : 1;
  }
  console.log(`${runs} histories, seed ${firstSeed}`);
  for (let done = 0; done < runs; done += CHUNK) {
    const chunk = Math.min(CHUNK, runs - done);
    const failure = await find({ runs: chunk, seed: firstSeed + done / CHUNK });
    if (failure !== undefined) {
      console.log(failure);
      return 1;
    }
    report(done + chunk);
  }
  for (const [situation, times] of reached) console.log(`${times} × ${situation}`);
  console.log('No difference.');
  return 0;
}

/** Every defect has to be found. */
async function findDefects(): Promise<number> {
  let missed = 0;
  const defects = values.persist ? persistDefects : [...quickDefects, ...slowDefects];
  for (const defect of defects) {
    const found = await runDefect(
      defect,
      DEFECT_RUNS,
      1,
      values.persist ? 'persist/searchDefect' : undefined,
    );
    if (found === undefined) missed++;
    const when = found?.match(/after (\d+) runs/)?.[1];
    console.log(`${found === undefined ? 'MISSED' : `found in ${when ?? '?'}`}: ${defect.what}`);
  }
  console.log(missed === 0 ? 'All defects are found.' : `${missed} defects are not found.`);
  return missed === 0 ? 0 : 1;
}

function report(done: number): void {
  const seconds = (Date.now() - start) / 1_000;
  const rate = Math.round(done / seconds);
  console.log(`${done} of ${runs}, ${rate} per second, ${Math.round(seconds)} s`);
}
