import { plant, readLibrary } from '../defects/plant.ts';
import { runDefect } from '../defects/runDefect.ts';
import { offlineDefects } from './defects.ts';

/**
 * Each defect is found within this many histories. More of them take longer than the time limit on a
 * busy machine, where a defect that is not found would count as one that never ends.
 */
const RUNS = 100;

describe('the histories of an outbox', () => {
  it.each(offlineDefects)(
    'find that $what',
    async (defect) => {
      expect(await runDefect(defect, RUNS, defect.seed, 'offline/searchDefect')).toBeDefined();
    },
    300_000,
  );

  it('have defects with an anchor in the sources', () => {
    const library = readLibrary();
    for (const defect of offlineDefects) expect(plant(defect, library).text).toBeDefined();
  });
});
