import { findOfflineFailure } from './findOfflineFailure.ts';
import { runs } from '../../support/runs.ts';

const situations = [
  'create',
  'rename',
  'success',
  'lost response',
  'no connection',
  '503',
  '422',
  '401',
  'crash',
  'close',
  'open',
  'freeze',
  'thaw',
  'offline',
  'online',
  'resume',
  'retry',
  'discard',
  'log-out',
];

it('tabs deliver each mutation once and in order, lose none, and show the same (I2–I7, I9)', async () => {
  const reached = new Map<string, number>();
  const seed = Number(process.env.SEED ?? 1);
  expect(await findOfflineFailure({ runs: runs(200), seed }, reached)).toBeUndefined();
  expect(situations.filter((each) => (reached.get(each) ?? 0) < 3)).toEqual([]);
}, 600_000);
