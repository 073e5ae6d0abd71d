import { pagesIn } from './readPages.ts';
import { tableRows } from './tableRows.ts';

it('README.md compares with the numbers of docs/performance*.md', () => {
  const pages = pagesIn('docs').filter((path) => path.includes('/performance-'));
  const measured = new Map(pages.flatMap((path) => [...tableRows(path)]));
  const compared = [...tableRows('README.md')].filter(([, cells]) => cells.has('Streambed'));
  const numbers = compared.filter(([, cells]) => /\d/.test(cells.get('Streambed')!));
  expect(numbers.length).toBeGreaterThan(0);
  for (const [what, cells] of numbers) {
    const names = [...cells.keys()].filter((name) => name !== '');
    const row = measured.get(what);
    // A table leaves out a library without a number.
    const expected = names.map((name) => [what, name, row && (row.get(name) ?? '–')]);
    expect(names.map((name) => [what, name, cells.get(name)])).toEqual(expected);
  }
});
