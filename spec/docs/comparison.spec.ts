import { tableRows } from './tableRows.ts';

it('README.md compares with the numbers of docs/performance.md', () => {
  const measured = tableRows('docs/performance.md');
  const compared = [...tableRows('README.md')].filter(([, cells]) => cells.has('Streambed'));
  const numbers = compared.filter(([, cells]) => /\d/.test(cells.get('Streambed')!));
  expect(numbers.length).toBeGreaterThan(0);
  for (const [what, cells] of numbers) {
    const names = [...cells.keys()].filter((name) => name !== '');
    const expected = names.map((name) => [what, name, measured.get(what)?.get(name)]);
    expect(names.map((name) => [what, name, cells.get(name)])).toEqual(expected);
  }
});
