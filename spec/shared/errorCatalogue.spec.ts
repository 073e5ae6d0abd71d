import { errorCatalogue } from '../../src/shared/errorCatalogue.ts';

describe('the error catalogue', () => {
  const entries = Object.entries(errorCatalogue);

  it.each(entries)('%s is a code with a title and a fix in whole sentences', (code, entry) => {
    expect(code).toMatch(/^SB(_[A-Z]+)+$/);
    for (const text of [entry.title, entry.fix]) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('has no two errors with the same title', () => {
    expect(new Set(entries.map(([, { title }]) => title)).size).toBe(entries.length);
  });
});
