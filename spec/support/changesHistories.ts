import fc from 'fast-check';
import type { Item, Settings } from './changesPipelines.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__', '9'];

/** One write to one of the two tables, or to the settings. */
export type Write =
  | { readonly type: 'set'; readonly table: 0 | 1; readonly item: Item }
  | { readonly type: 'delete'; readonly table: 0 | 1; readonly id: string }
  | { readonly type: 'reset'; readonly table: 0 | 1; readonly items: readonly Item[] }
  | { readonly type: 'settings'; readonly settings: Settings };

/** The writes of one commit; a subscriber writes `echo` when it receives them. */
export interface Step {
  readonly writes: readonly Write[];
  readonly echo: readonly Write[];
}

const id = fc.constantFrom(...keys);
const table = fc.constantFrom(0 as const, 1 as const);
const item = fc.record({ id, n: fc.integer({ min: 0, max: 12 }), of: id });

export const settings: fc.Arbitrary<Settings> = fc.record({
  least: fc.integer({ min: 0, max: 12 }),
  isFalling: fc.boolean(),
  offset: fc.integer({ min: 0, max: 3 }),
  limit: fc.integer({ min: 0, max: 4 }),
});

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('set' as const), table, item }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('delete' as const), table, id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('reset' as const),
      table,
      items: fc.array(item, { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settings' as const), settings }) },
);

const echo = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(write, { minLength: 1, maxLength: 2 }) },
);

/** Histories of this many commits. */
export function histories(length: number): fc.Arbitrary<Step[]> {
  const step = fc.record({ writes: fc.array(write, { minLength: 1, maxLength: 4 }), echo });
  return fc.array(step, { minLength: length, maxLength: length, size: 'max' });
}
