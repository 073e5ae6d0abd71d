import { parseArgs } from 'node:util';
import type { Defect } from './defects/Defect.ts';
import { quickDefects, slowDefects } from './defects/defects.ts';
import { runDefect } from './defects/runDefect.ts';
import { findFailure, type Search } from './findFailure.ts';
import { offlineDefects } from './offline/defects.ts';
import { findOfflineFailure } from './offline/findOfflineFailure.ts';
import { persistDefects } from './persist/defects.ts';
import { findPersistFailure } from './persist/findPersistFailure.ts';

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
    offline: { type: 'boolean', default: false },
  },
});

/** How often the histories have reached each situation, where they count. */
const reached = new Map<string, number>();

/** The histories, and the mistakes that they must find. */
function chosen(): {
  readonly find: (search: Search) => Promise<string | undefined>;
  readonly defects: readonly Defect[];
  readonly program?: string;
} {
  if (values.persist) {
    const find = (search: Search) => findPersistFailure(search, reached);
    return { find, defects: persistDefects, program: 'persist/searchDefect' };
  }
  if (values.offline) {
    const find = (search: Search) => findOfflineFailure(search, reached);
    return { find, defects: offlineDefects, program: 'offline/searchDefect' };
  }
  return { find: findFailure, defects: [...quickDefects, ...slowDefects] };
}

const runs = Number(values.runs);
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const start = Date.now();
const { find, defects, program } = chosen();
process.exitCode = values.defects ? await findDefects() : await run();

/**
 * Each chunk has a seed of its own, so a failure can be repeated without the earlier chunks. Runs
 * with neighbouring seeds have different histories.
 */
async function run(): Promise<number> {
  if (values.path !== undefined) {
    const failure = await find({ runs: 1, seed: firstSeed, path: values.path });
    console.log(failure ?? 'The history passes.');
    return failure === undefined ? 0 : 1;
  }
  console.log(`${runs} histories, seed ${firstSeed}`);
  for (let done = 0; done < runs; done += CHUNK) {
    const chunk = Math.min(CHUNK, runs - done);
    const failure = await find({ runs: chunk, seed: firstSeed + done });
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
  for (const defect of defects) {
    const found = await runDefect(defect, DEFECT_RUNS, 1, program);
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
