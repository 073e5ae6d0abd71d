import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import type { OptimisticSnapshot } from '../../../../src/data/endpoint/EndpointInterface.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import type { CollectionOptions } from '../../../../src/data/schema/collection/CollectionOptions.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { fakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

const requests = fakeRequests();
let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warn.mockRestore());

/** Warnings are said once per text: each spec has a class of its own. */
function kit(key: string, options: CollectionOptions<readonly [args?: object], object, Ticket>) {
  class Own extends Ticket {
    static override readonly key = key;
  }
  const list = new Collection([Own], options);
  const getList = new Endpoint(requests.send, { name: `get${key}`, schema: list });
  const update = new Endpoint(requests.send, {
    name: `update${key}`,
    schema: Own,
    sideEffect: true,
    getOptimisticResponse: (_snapshot: OptimisticSnapshot, ticket: unknown) => ticket,
  });
  return { Own, getList, list, update, store: storeKit().store };
}

class Ticket extends Entity {
  id = '';
  status = '';
  rank = 0;
}

const ticket = (id: string, rank: number, status = 'open') => ({ id, rank, status });
const byRank = { sort: (a: { rank: number }, b: { rank: number }) => a.rank - b.rank };
const open = { status: 'open' };

describe('a response of a list in another order than its sort', () => {
  it('warns once per collection and names of arguments', () => {
    const { getList, store } = kit('Unsorted', byRank);
    store.setResponse(getList, open, [ticket('1', 2), ticket('2', 1)]);
    store.setResponse(getList, open, [ticket('1', 2), ticket('2', 1)]);
    store.setResponse(getList, { status: 'closed' }, [ticket('3', 2), ticket('4', 1)]);
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /A response for the list \[Unsorted\] by status is in another order .*\[SB_LIST_ORDER\]/,
        ),
      ],
    ]);
    store.setResponse(getList, {}, [ticket('3', 2), ticket('4', 1)]);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('does not warn if the order fits, with equal items in any order', () => {
    const { getList, store } = kit('Sorted', byRank);
    store.setResponse(getList, open, [ticket('2', 1), ticket('1', 1), ticket('3', 2)]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn of a record that another write has changed since the request', () => {
    const { getList, Own, store } = kit('Changed', byRank);
    void store.fetch(getList, open);
    store.set(Own, ticket('1', 9));
    requests.at(0).answer([ticket('1', 1), ticket('2', 2)]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn of a prediction', () => {
    const { getList, store } = kit('Predicted', byRank);
    const sortAll = getList.extend({
      name: 'sortAll',
      sideEffect: true,
      getOptimisticResponse: () => [ticket('1', 2), ticket('2', 1)],
    });
    void store.fetch(sortAll, open);
    expect(store.get(getList.schema, open)).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not fail if sort throws', () => {
    const { getList, store } = kit('Throwing', {
      sort: () => {
        throw new Error('no rank');
      },
    });
    store.setResponse(getList, open, [ticket('1', 2), ticket('2', 1)]);
    expect(store.getState(getList, open).data).toHaveLength(2);
  });
});

describe('a list with follows: false', () => {
  const unfollowed = { follows: false };

  it('warns once if it shows an entity that a write made stop matching', () => {
    const { getList, Own, store } = kit('Stale', unfollowed);
    store.setResponse(getList, open, [ticket('1', 1), ticket('2', 2)]);
    store.set(Own, { id: '1', rank: 5 });
    expect(warn).not.toHaveBeenCalled();
    store.set(Own, { id: '1', status: 'closed' });
    store.set(Own, { id: '2', status: 'closed' });
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/The list \[Stale\] by status .*\[SB_LIST_UNFOLLOWED\]/)],
    ]);
  });

  it('warns if its own filter says so', () => {
    const { getList, Own, store } = kit('Filtered', {
      follows: false,
      filter: ({ min }, { rank }) => rank >= Number(min),
    });
    store.setResponse(getList, { min: 2 }, [ticket('1', 3)]);
    store.set(Own, { id: '1', rank: 1 });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('does not warn of an entity that never matched', () => {
    const { getList, Own, store } = kit('NoMatch', unfollowed);
    store.setResponse(getList, open, [ticket('1', 1, 'pending')]);
    store.set(Own, { id: '1', status: 'closed' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn of an entity that it does not show', () => {
    const { getList, Own, store } = kit('Absent', unfollowed);
    store.setResponse(getList, open, [ticket('1', 1)]);
    store.set(Own, ticket('2', 1));
    store.set(Own, { id: '2', status: 'closed' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn if the response brings the list without the entity', () => {
    const { getList, list, Own, store } = kit('Brought', unfollowed);
    const getBoth = new Endpoint(requests.send, {
      name: 'getBrought',
      schema: { changed: Own, items: list },
    });
    store.setResponse(getList, open, [ticket('1', 1), ticket('2', 2)]);
    store.setResponse(getBoth, open, {
      changed: ticket('1', 1, 'closed'),
      items: [ticket('2', 2)],
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn of a prediction', () => {
    const { getList, store, update } = kit('Pending', unfollowed);
    store.setResponse(getList, open, [ticket('1', 1)]);
    void store.fetch(update, { id: '1', status: 'closed' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('does not warn for lists that follow', () => {
    const { getList, Own, store } = kit('Following', {});
    store.setResponse(getList, open, [ticket('1', 1)]);
    store.set(Own, { id: '1', status: 'closed' });
    expect(warn).not.toHaveBeenCalled();
  });
});
