import * as fc from 'fast-check';
import {
  type ListDifference,
  listDifference,
  noteDifference,
} from '../../src/shared/listDifference.ts';

const item = fc.constantFrom('a', 'b', 'c', 0, -0, NaN);
const list = fc.array(item, { maxLength: 60 });

/** The list after the change, made of the list before it and of the items at the difference. */
function applied(
  before: readonly unknown[],
  after: readonly unknown[],
  { start, removed, added }: ListDifference,
): unknown[] {
  return [
    ...before.slice(0, start),
    ...after.slice(start, start + added),
    ...before.slice(start + removed),
  ];
}

describe('listDifference', () => {
  it('turns any list into any other', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(applied(before, after, listDifference(before, after))).toEqual(after);
      }),
    );
  });

  it('is as small as the change, wherever a list has grown or lost a member', () => {
    const before = Array.from({ length: 100 }, (_, i) => `${i}`);
    expect(listDifference(before, [...before])).toEqual({ start: 100, removed: 0, added: 0 });
    for (const at of [0, 50, 100]) {
      const grown = [...before.slice(0, at), 'x', ...before.slice(at)];
      expect(listDifference(before, grown)).toEqual({ start: at, removed: 0, added: 1 });
      expect(listDifference(grown, before)).toEqual({ start: at, removed: 1, added: 0 });
    }
  });

  it('distinguishes zero from minus zero', () => {
    expect(listDifference([0], [-0])).toEqual({ start: 0, removed: 1, added: 1 });
  });

  it('is that of the note, for the two lists of the note only', () => {
    const before = Array.from({ length: 100 }, () => 'same');
    const after = ['same', ...before];
    noteDifference(before, after, 0, 0);
    expect(listDifference(before, after)).toMatchObject({ start: 0, removed: 0, added: 1 });
    expect(listDifference([...before], after)).toEqual({ start: 100, removed: 0, added: 1 });
  });
});
