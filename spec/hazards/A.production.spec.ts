import { readdirSync } from 'node:fs';
import { runInProduction } from './support/runInProduction.ts';

it('the promises of group A and of the corpus hold in production, too', () => {
  const own = /^A\.production/;
  const files = readdirSync(__dirname).filter(
    (file) => /^(A\.|corpus).*\.spec\.ts$/.test(file) && !own.test(file),
  );
  expect(files.length).toBeGreaterThan(4);
  const { failures, passed } = runInProduction(...files);
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(60);
}, 600_000);
