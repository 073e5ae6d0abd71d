import { readdirSync } from 'node:fs';
import { runInProduction } from './support/runInProduction.ts';

it('the promises of group A, and those of the corpus, hold in production as they do in development', () => {
  const own = /^A\.production/;
  const files = readdirSync(__dirname).filter(
    (file) => /^(A\.|corpus).*\.spec\.ts$/.test(file) && !own.test(file),
  );
  expect(files.length).toBeGreaterThan(4);
  const { failures, passed } = runInProduction(...files);
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(60);
}, 600_000);
