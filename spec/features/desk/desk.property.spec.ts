import { DeskHistory } from './deskHistory.ts';

/** How many steps a history has. */
const LENGTH = 25;

describe.each([
  ['one tab', 1, 80],
  ['one tab', 185, 200],
  ['one tab that shares', 570, 580],
  ['two tabs', 1, 40],
] as const)('a support desk in %s, by the seeds from %d to %d', (use, from, to) => {
  it('shows as valid what the server has, whatever has happened, also after a reload', async () => {
    for (let seed = from; seed <= to; seed++) {
      const faults = await new DeskHistory(seed, use).run(LENGTH);
      expect({ seed, faults }).toEqual({ seed, faults: [] });
    }
  }, 60_000);
});
