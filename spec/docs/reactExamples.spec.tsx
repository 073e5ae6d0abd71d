import { readPages } from './readPages.ts';
import { runExamples } from './runExamples.ts';

jest.setTimeout(60_000);

describe('the documents', () => {
  const pages = readPages().filter(
    ({ examples }) =>
      examples.some(({ kind }) => kind === 'run') &&
      examples.some(({ language }) => language === 'tsx'),
  );

  it.each(pages)('have React examples that print what they say: $path', async (page) => {
    const complaints = jest.spyOn(console, 'error');
    for (const outcome of await runExamples(page, (name) => require(name) as unknown)) {
      const { place, printed, expected } = outcome;
      expect(`${place}\n${printed}`).toBe(`${place}\n${expected}`);
    }
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
});
