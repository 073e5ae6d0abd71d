import { findPersistFailure } from '../../model/persist/findPersistFailure.ts';
import { runs } from '../../support/runs.ts';

/** How often each situation is reached in the histories below, at least. */
const REACH = 3;

const situations = [
  'a flush of several commits',
  'a flush below a layer',
  'a flush of a removal',
  'a flush keeps rows that the tab lacks',
  'a load brings rows',
  'a load infers its data',
  'a log-out wipes the storage',
  'a tab follows a log-out',
  'an upgrade deletes',
  'old data is deleted',
  'stored results expire',
  'the user deletes all data',
];

it('stores and loads as the model says, whatever has happened (I1, I2, I8–I11)', async () => {
  const reached = new Map<string, number>();
  const failure = await findPersistFailure({ runs: runs(500), seed: 1, shrinks: false }, reached);
  expect(failure).toBeUndefined();
  expect(situations.filter((each) => (reached.get(each) ?? 0) < REACH)).toEqual([]);
}, 60_000);
