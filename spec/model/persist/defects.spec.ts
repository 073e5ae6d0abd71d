import { plant, readLibrary } from '../defects/plant.ts';
import { runDefect } from '../defects/runDefect.ts';
import { persistDefects } from './defects.ts';

/** Each defect is found within this many histories. */
const RUNS = 2_000;

describe('the histories of stored data', () => {
  it.each(persistDefects)(
    'find that $what',
    async (defect) => {
      expect(await runDefect(defect, RUNS, defect.seed, 'persist/searchDefect')).toBeDefined();
    },
    300_000,
  );

  it('have defects with an anchor in the sources, for each rule from R8 to R23', () => {
    const library = readLibrary();
    for (const defect of persistDefects) expect(plant(defect, library).text).toBeDefined();
    const said = persistDefects.map(({ what }) => what).join();
    const rules = Array.from({ length: 16 }, (_, at) => `R${at + 8}`);
    expect(rules.filter((rule) => !new RegExp(`${rule}\\b`).test(said))).toEqual([]);
  });
});
