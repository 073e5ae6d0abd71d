import { sortedDesk, type SortedStep } from './sortedDesk.ts';

type Step = Partial<SortedStep>;

const options = { begins: 'first', isDescending: false, isOptimistic: false } as const;

const nothing: SortedStep = { do: '', at: 0, rank: 0, isFailing: false };

/** Takes steps with the tickets 10, 20, 30 and 40, of which two are loaded, and loads the others. */
async function after(...steps: readonly Step[]) {
  const { all, take } = sortedDesk('position', { ...options, ranks: [10, 20, 30, 40] });
  for (const step of steps) await take({ ...nothing, ...step });
  return all();
}

const create = (rank: number): Step => ({ do: 'create', rank });
const edit = (at: number, rank: number): Step => ({ do: 'edit', at, rank });
const leaves: readonly (readonly [string, Step])[] = [
  ['was deleted', { do: 'delete', at: 1 }],
  ['has left the list', { do: 'leave', at: 1 }],
  ['has moved to the start', edit(1, 5)],
  ['has moved to another page', edit(1, 35)],
];

describe.each(leaves)('a sorted list whose last loaded item %s', (_what, step) => {
  it.each<readonly [string, readonly Step[]]>([
    ['gets what sorts before the cursor', [create(15)]],
    ['keeps an item that moves, but not behind the cursor', [edit(0, 12)]],
    ['gets what sorts behind the cursor with its page', [create(25)]],
    ['keeps its end in another store', [{ do: 'reload' }, create(15)]],
    ['keeps its end when all loaded items leave', [{ do: 'delete' }, create(15), create(25)]],
  ])('%s', async (_promise, others) => {
    const { expected, shown } = await after(step, ...others);
    expect(shown).toEqual(expected);
  });
});

it('a sorted list gets its last loaded item back, which is on no other page', async () => {
  const { expected, shown } = await after({ do: 'leave', at: 1 }, { do: 'move', at: 1, rank: 20 });
  expect(shown).toEqual(expected);
  expect(shown.ranks).toContain(20.002);
});

describe.each([false, true])(
  'a sorted list that lacks one item (optimistic: %s)',
  (isOptimistic) => {
    /** The tickets 10 and 20 are loaded, 30 is not. Those of the other owner are 10, 50 and 90. */
    async function shownAfter(...steps: readonly Step[]) {
      const { all, take } = sortedDesk('position', {
        ...options,
        isOptimistic,
        ranks: [10, 20, 30],
      });
      for (const step of steps) await take({ ...nothing, ...step });
      return all();
    }

    it.each<readonly [string, Step]>([
      ['is moved', { do: 'move', at: 2 }],
      ['is pushed', { do: 'push', at: 2 }],
      ['is moved while another one leaves', { do: 'swap', at: 2 }],
      ['is not moved in the end', { do: 'move', at: 2, isFailing: true }],
    ])('gets a known entity that %s with its page', async (_how, step) => {
      const { expected, shown } = await shownAfter(step);
      expect(shown).toEqual(expected);
    });

    it('keeps a known entity that is moved behind its end once all is loaded', async () => {
      const { expected, shown } = await shownAfter({ do: 'next' }, { do: 'swap', at: 2 });
      expect(shown).toEqual(expected);
      expect(shown.ranks).toContain(90.006);
    });
  },
);
