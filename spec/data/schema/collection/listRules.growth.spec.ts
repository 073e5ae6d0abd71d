import { createStore, Endpoint, Entity, schema, type Store } from 'streambed';
import { stepsOf } from '../../../support/stepsOf.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  status = '';
  assignee = '';
  static override key = 'Ticket';
}

const send = async (_args: object): Promise<object[]> => [];
const tickets = new schema.Collection([Ticket]);
const getTickets = new Endpoint(send, { name: 'getTickets', schema: tickets });

const stores: Store[] = [];

function newStore(): Store {
  const store = createStore();
  stores.push(store);
  return store;
}

afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
});

const rowsOf = (count: number, status: string): object[] =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i}`, title: '', status, assignee: `${i}` }));

/** A store with lists of open and closed tickets of many assignees, one ticket for each. */
function storeWith(lists: number): Store {
  const store = newStore();
  for (let i = 0; i < lists / 2; i++) {
    const assignee = `${i}`;
    const item = { id: `t${i}`, title: '', status: 'open', assignee };
    store.setResponse(getTickets, { assignee, status: 'open' }, [item]);
    store.setResponse(getTickets, { assignee, status: 'closed' }, []);
  }
  return store;
}

function stepsOfWrites(store: Store, member: 'status' | 'title'): number {
  let count = 0;
  const write = (): void => {
    count++;
    store.set(Ticket, { id: 't3', [member]: count % 2 === 0 ? 'open' : 'closed' });
  };
  for (let i = 0; i < 4; i++) write();
  return stepsOf(write);
}

describe('a write of one record costs the same with 10 and with 1,000 lists of its class', () => {
  it('if it changes lists', () => {
    const [few, many] = [10, 1_000].map((lists) => stepsOfWrites(storeWith(lists), 'status'));
    expect(many / few).toBeLessThan(1.3);
  });

  it('if it changes none', () => {
    const [few, many] = [10, 1_000].map((lists) => stepsOfWrites(storeWith(lists), 'title'));
    expect(many / few).toBeLessThan(1.1);
  });
});

describe('1,000 records in one response', () => {
  /** A store with ten lists, each with another argument. */
  function storeWithShapes(): Store {
    const store = newStore();
    for (const name of ['assignee', 'status', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      store.setResponse(getTickets, { [name]: 'x' }, []);
    }
    return store;
  }

  const load = (store: Store, status: string): void =>
    store.setResponse(getTickets, {}, rowsOf(1_000, status));

  const stepsOfLoad = (store: Store, status: string): number => stepsOf(() => load(store, status));

  it('cost at most 1.15 times as much beside lists with ten different arguments', () => {
    expect(stepsOfLoad(storeWithShapes(), 'open') / stepsOfLoad(newStore(), 'open')).toBeLessThan(
      1.15,
    );
  });
});
