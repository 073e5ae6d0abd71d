import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { EntityTableDraft } from '../../../src/kernel/table/EntityTableDraft.ts';
import { KindRows } from '../../../src/kernel/table/KindRows.ts';
import { metaAt } from './metaAt.ts';

const meta = metaAt(1);

function tableOf(count: number): EntityTable {
  const draft = new EntityTableDraft(EntityTable.empty());
  for (let i = 0; i < count; i++) draft.rows('User').write(`${i}`, { id: i }, meta);
  return draft.commit().table;
}

describe('the cost of a table', () => {
  it('is a few look-ups for one write, its changes and one more search, whatever the number of rows', () => {
    const lookups = [100, 100_000].map((count) => {
      const table = tableOf(count);
      table.find('User', 'id', 5);
      const leafAt = jest.spyOn(KindRows.prototype, 'leafAt');
      const draft = new EntityTableDraft(table);
      draft.rows('User').write('7', { id: 5 }, metaAt(2));
      const { table: next, changes } = draft.commit();
      changes.forEach('User', () => undefined);
      expect(changes.refreshed('User')).toEqual([]);
      expect(next.find('User', 'id', 5)).toEqual(['5', '7']);
      const { length } = leafAt.mock.calls;
      leafAt.mockRestore();
      return length;
    });
    expect(lookups[0]).toBeLessThan(40);
    expect(lookups[1]).toBeLessThan(lookups[0] + 10);
  });
});
