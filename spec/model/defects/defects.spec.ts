import { quickDefects, slowDefects } from './defects.ts';
import { runDefect } from './runDefect.ts';

describe('the histories', () => {
  it.each(quickDefects)(
    'find that $what',
    async (defect) => {
      expect(await runDefect(defect, 300, 1)).toBeDefined();
    },
    120_000,
  );

  it('have many more defects to find in a long run', () => {
    expect(slowDefects.length).toBeGreaterThan(15);
  });
});
