import { fixes } from '../../src/shared/errorCatalogue.ts';
import { errorTitles } from '../docs/errorTitles.ts';

describe('the error catalogue', () => {
  it.each(Object.entries(fixes))('%s is a code with a fix in whole sentences', (code, fix) => {
    expect(code).toMatch(/^SB(_[A-Z]+)+$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  });

  it.each(Object.entries(errorTitles))('%s has a title that is a sentence', (_code, title) => {
    expect(title).toMatch(/^[A-Z].*\.$/);
  });

  it('has a distinct title for each error', () => {
    expect(new Set(Object.values(errorTitles)).size).toBe(Object.keys(fixes).length);
  });
});
