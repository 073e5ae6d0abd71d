import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  it('have defects that fit into the sources, each in one place', async () => {
    for (const { what, file, find } of [...quickDefects, ...slowDefects]) {
      const text = await readFile(join(process.cwd(), 'src', file), 'utf8');
      expect(`${what}: ${text.split(find).length - 1}`).toBe(`${what}: 1`);
    }
  });

  it('have many more defects to find in a long run', () => {
    expect(slowDefects.length).toBeGreaterThan(15);
  });
});
