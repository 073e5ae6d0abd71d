import { withInOrder } from '../../../src/kernel/optimistic/withInOrder.ts';

const items = [{ seq: 1 }, { seq: 3 }, { seq: 3 }, { seq: 7 }];

describe('withInOrder', () => {
  it.each([0, 1, 2, 3, 5, 7, 9])('puts an item after those whose seq is %i at most', (seq) => {
    const item = { seq };
    const found = withInOrder(items, item);
    expect(found.map((each) => each.seq)).toEqual([1, 3, 3, 7, seq].sort((a, b) => a - b));
    expect(found.lastIndexOf(item)).toBe(items.filter((each) => each.seq <= seq).length);
  });

  it('leaves the list as it is', () => {
    expect(withInOrder([], { seq: 2 })).toEqual([{ seq: 2 }]);
    withInOrder(items, { seq: 2 });
    expect(items).toHaveLength(4);
  });
});
