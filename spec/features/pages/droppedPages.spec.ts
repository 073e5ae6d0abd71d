import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import { RestEndpoint } from '../../../src/http/rest/RestEndpoint.ts';
import { storeKit } from '../../support/storeKit.ts';
import { flush } from './support.ts';

class Line extends Entity {
  id = 0;
  static override readonly key = 'Line';
}

const lines = new Collection([Line], { sort: (a, b) => a.id - b.id });
const none = null as number | null;

/** A log of the lines 10 to 80 in pages of two, of which the store keeps two; it begins with 30. */
async function log() {
  const { store } = storeKit();
  const all = new Set([10, 20, 30, 40, 50, 60, 70, 80]);
  const getLog = new RestEndpoint({
    path: '/log',
    // oxlint-disable-next-line no-unnecessary-type-assertion -- The cast gives the type of the parameters.
    searchParams: {} as { after?: number; before?: number },
    schema: { items: lines, total: lines.count, next: none, previous: none },
    pages: {
      next: ({ next }) => ({ after: next! }),
      previous: ({ previous }) => ({ before: previous! }),
      max: 2,
    },
    fetch: async ({ after = 20, before }: { after?: number; before?: number }) => {
      const sorted = [...all].sort((a, b) => a - b);
      const ids =
        before === undefined
          ? sorted.filter((id) => id > after).slice(0, 2)
          : sorted.filter((id) => id < before).slice(-2);
      const [first, last] = [ids[0], ids.at(-1)!];
      return {
        items: ids.map((id) => ({ id })),
        total: all.size,
        next: last < sorted.at(-1)! ? last : null,
        previous: first > sorted[0] ? first : null,
      };
    },
  });
  const list$ = pages(store, getLog, {});
  list$.subscribe();
  await flush();
  const remove = (id: number): void => {
    all.delete(id);
    store.set(lines.remove, { id });
  };
  const create = (id: number): void => {
    all.add(id);
    store.set(lines.push, { id });
  };
  const shown = () => list$.getValue().items.map(({ id }) => id);
  return { create, remove, shown, state: () => list$.getValue() };
}

describe('an item that is created between two loaded pages, where one has left,', () => {
  it('stays when `max` drops the page before it', async () => {
    const { create, remove, shown, state } = await log();
    await state().fetchNext();
    remove(50);
    create(55);
    await state().fetchNext();
    expect(shown()).toEqual([55, 60, 70, 80]);
    await state().fetchPrevious();
    expect(shown()).toEqual([30, 40, 55, 60]);
  });

  it('stays when `max` drops the page behind it', async () => {
    const { create, remove, shown, state } = await log();
    await state().fetchNext();
    remove(40);
    create(35);
    await state().fetchPrevious();
    expect(shown()).toEqual([10, 20, 30, 35]);
    await state().fetchNext();
    expect(shown()).toEqual([30, 35, 50, 60]);
  });

  it('leaves with the page around it', async () => {
    const { create, shown, state } = await log();
    await state().fetchNext();
    create(35);
    await state().fetchNext();
    expect(shown()).toEqual([50, 60, 70, 80]);
  });
});
