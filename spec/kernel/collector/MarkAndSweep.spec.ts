import { MarkAndSweep } from '../../../src/kernel/collector/MarkAndSweep.ts';
import { All } from '../../../src/data/schema/All.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Lazy } from '../../../src/data/schema/lazy/Lazy.ts';
import { Scalar } from '../../../src/data/schema/scalar/Scalar.ts';
import type { DenormalizeDelegate } from '../../../src/data/schema/Schema.ts';
import type { Root } from '../../../src/kernel/streams/RetainedSource.ts';
import type { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { GraphKit } from '../../support/GraphKit.ts';
import { value } from '../../support/writes.ts';

class Leaf extends Entity {
  id = '';
  static override readonly key = 'Leaf';
}

class Tree extends Entity {
  id = '';
  leaf: Leaf | undefined = undefined;
  later: string[] = [];
  static override readonly key = 'Tree';
  static override readonly schema = { leaf: Leaf, later: new Lazy([Leaf]) };
}

/** A table with trees; each has a leaf and refers to another leaf lazily. */
function treesIn(kit: GraphKit, count: number): string[] {
  const ids = Array.from({ length: count }, (_, i) => `t${i}`);
  const trees = ids.map((id) => ({
    id,
    leaf: { id: `${id}-leaf` },
    later: [{ id: `${id}-later` }],
  }));
  kit.set([[Tree], trees]);
  return ids;
}

/** Runs all steps; returns how many there were, and the garbage. */
function search(table: EntityTable, roots: readonly Root[], count: number) {
  const steps = new MarkAndSweep();
  const source = { confirmed: table, visible: table, roots, since: 9, oldestRequest: Infinity };
  const garbage: string[] = [];
  for (let i = 1; ; i++) {
    const { rows, isLast } = steps.step(count, source);
    rows.forEach((_key, pk) => garbage.push(pk));
    if (isLast) return { count: i, garbage };
  }
}

it.each([
  ['a list', (ids: readonly string[]) => ({ schema: [Tree], stored: ids })],
  ['a list of all entities', () => ({ schema: new All(Tree), stored: {} })],
])('visits the members of %s in several steps', (_what, root) => {
  const kit = new GraphKit();
  const ids = treesIn(kit, 100);
  kit.set([Leaf, { id: 'fallen' }]);
  const { count, garbage } = search(kit.state, [root(ids)], 50);
  expect(count).toBeGreaterThan(10);
  expect(garbage).toEqual(['fallen']);
});

it('keeps what entities refer to lazily, also entities that a schema of your own reads', () => {
  const kit = new GraphKit();
  treesIn(kit, 1);
  const custom = {
    normalize: (input: unknown) => input,
    denormalize: (stored: unknown, delegate: DenormalizeDelegate) => delegate.unvisit(Tree, stored),
    queryKey: () => undefined,
  };
  expect(search(kit.state, [{ schema: custom, stored: 't0' }], 9).garbage).toEqual([]);
});

it('runs the denormalize of a schema of your own once, until a row is written', () => {
  const kit = new GraphKit();
  treesIn(kit, 100);
  const denormalize = jest.fn((stored: unknown, delegate: DenormalizeDelegate) =>
    delegate.unvisit(Tree, stored),
  );
  const custom = { normalize: (input: unknown) => input, denormalize, queryKey: () => undefined };
  const roots = [{ schema: custom, stored: 't0' }];
  const steps = new MarkAndSweep();
  for (let i = 0; i < 5; i++) steps.mark([kit.state], roots, 1);
  expect(denormalize).toHaveBeenCalledTimes(1);
  kit.set([Leaf, { id: 'new' }]);
  steps.mark([kit.state], roots);
  expect(denormalize).toHaveBeenCalledTimes(2);
});

it('keeps the values of a Scalar for the args of all roots, also of those that come later', () => {
  const kit = new GraphKit();
  const price = new Scalar({
    key: 'price',
    lens: ([currency]: readonly unknown[]) => String(currency),
  });
  class Stock extends Entity {
    id = '';
    price: number | undefined = undefined;
    static override readonly key = 'Stock';
    static override readonly schema = { price };
  }
  const meta = { seq: 1, fetchedAt: 1, receivedAt: 1, expiresAt: 1, epoch: 0 };
  const values = ['EUR', 'NOK', 'SEK'].map((currency) => ({ currency, id: '1', price: 2 }));
  kit.commit(values.map((one) => value({ schema: Stock, args: [one.currency], value: one, meta })));
  const steps = new MarkAndSweep();
  const observer = (currency: string) => ({ schema: Stock, stored: '1', args: [currency] });
  steps.mark([kit.state], [observer('EUR')]);
  steps.mark([kit.state], [observer('NOK')]);
  const cells = [...kit.state.entries('Scalar(price)')].map(([pk]) => pk);
  expect(cells.filter((pk) => steps.has('Scalar(price)', pk))).toEqual([
    '["Stock","1","EUR"]',
    '["Stock","1","NOK"]',
  ]);
});
