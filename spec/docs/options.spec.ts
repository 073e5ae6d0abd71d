import { withDefaults } from '../../src/kernel/store/StoreOptions.ts';
import { tableRows } from './tableRows.ts';

it('docs/options.md has the defaults of a store', () => {
  const defaults = Object.entries(withDefaults({})).flatMap(([name, value]) =>
    typeof value === 'number' || typeof value === 'boolean' ? [[name, value.toString()]] : [],
  );
  expect(defaults.length).toBeGreaterThan(0);
  const rows = tableRows('docs/options.md');
  const written = defaults.map(([name]) => {
    return [name, rows.get(name)?.get('default')?.replaceAll(',', '')];
  });
  expect(written).toEqual(defaults);
});
