import { runOfflineHistory } from './runOfflineHistory.ts';
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
  'reload',
  'crash',
  'resume',
  'retry',
  'discard',
  'log-out',
];

it('delivers each mutation once and in order, and loses none (I3, I4, I5, I7, I9)', async () => {
  const reached = new Map<string, number>();
  const seed = Number(process.env.SEED ?? 1);
  for (let run = 0; run < runs(500); run++) await runOfflineHistory(seed + run, 40, reached);
  expect(situations.filter((each) => (reached.get(each) ?? 0) < 3)).toEqual([]);
}, 300_000);
