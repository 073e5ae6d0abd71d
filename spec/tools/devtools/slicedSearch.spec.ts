import { type EntityPks, matchesText } from '../../../src/tools/devtools/entities/entityRows.ts';
import {
  SlicedSearch,
  type SearchResult,
} from '../../../src/tools/devtools/entities/SlicedSearch.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Link } from '../../support/entities.ts';
import { until } from '../../support/until.ts';

/** Rows of a store with so many links. */
function rowsOf(count: number): EntityPks {
  const store = createStore();
  const links = Array.from({ length: count }, (_, id) => ({ id: `${id}`, url: `/Path/${id * 3}` }));
  store.set([Link], links);
  const table = store.entities$.getValue();
  const pks: string[] = [];
  table.forEach('Link', (_, pk) => void pks.push(pk));
  return { entityKey: 'Link', table, pks, liveCount: count };
}

describe('a search in slices', () => {
  it('finds what a search at once finds, with other tasks in between', async () => {
    const rows = rowsOf(60_000);
    const text = '123';
    const reports: SearchResult[] = [];
    let tasks = 0;
    const clock = setInterval(() => tasks++, 0);
    new SlicedSearch(rows, text).start((result) => reports.push(result));
    await until('all rows are searched', () => reports.at(-1)?.searched === rows.pks.length);
    clearInterval(clock);
    const expected = rows.pks.filter((pk) => matchesText(pk, rows.table.get('Link', pk), text));
    expect(reports.at(-1)?.pks).toEqual(expected);
    expect(expected.length).toBeGreaterThan(100);
    expect(reports.length === 1 || tasks > 0).toBe(true);
    const counts = reports.map(({ searched }) => searched);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  it('ends when it is stopped', async () => {
    const rows = rowsOf(60_000);
    const reports: SearchResult[] = [];
    const search = new SlicedSearch(rows, 'path');
    search.start((result) => reports.push(result));
    search.stop();
    const { length } = reports;
    await new Promise((done) => setTimeout(done, 20));
    expect(reports).toHaveLength(length);
  });

  it('finds texts, numbers and nested members, in any case', () => {
    const record = { name: 'Ann', age: 41, isAdmin: true, tags: [{ label: 'Blue' }], none: null };
    for (const text of ['7', 'ann', '41', 'true', 'blue']) {
      expect(matchesText('pk 7', record, text)).toBe(true);
    }
    for (const text of ['label', 'null', 'red']) {
      expect(matchesText('pk 7', record, text)).toBe(false);
    }
    expect(matchesText('9', undefined, '9')).toBe(true);
  });
});
