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

/** The steps of a write in a store with a few lists, and in one with many. */
function stepsOfWrites(member: 'status' | 'title'): number[] {
  const writes = [10, 1_000].map((lists) => {
    const store = storeWith(lists);
    let count = 0;
    return () => {
      count++;
      store.set(Ticket, { id: 't3', [member]: count % 2 === 0 ? 'open' : 'closed' });
    };
  });
  for (const write of writes) for (let i = 0; i < 4; i++) write();
  return stepsOf(writes);
}

describe('a write of one record costs the same with 10 and with 1,000 lists of its class', () => {
  it('if it changes lists', () => {
    const [few, many] = stepsOfWrites('status');
    expect(many / few).toBeLessThan(1.3);
  });

  it('if it changes none', () => {
    const [few, many] = stepsOfWrites('title');
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

  it('cost at most 1.15 times as much beside lists with ten different arguments', () => {
    const rows = rowsOf(1_000, 'open');
    const loads = [newStore(), storeWithShapes()].map((store) => () => {
      store.setResponse(getTickets, {}, rows);
    });
    const [alone, beside] = stepsOf(loads);
    expect(beside / alone).toBeLessThan(1.15);
  });
});

describe('a write of one record costs the same beside lists of other stores', () => {
  /** Fills a store with lists, and counts the steps of writes in another one before and after. */
  function stepsBeside(fill: (other: Store, n: number) => void): readonly [number, number] {
    const store = storeWith(10);
    const other = newStore();
    let count = 0;
    const write = (): void => {
      count++;
      store.set(Ticket, { id: 't3', status: count % 2 === 0 ? 'open' : 'closed' });
    };
    for (let i = 0; i < 4; i++) write();
    const [before] = stepsOf([write]);
    for (let n = 0; n < 300; n++) fill(other, n);
    other.set(Ticket, { id: 't1', status: 'open' });
    other.set(Ticket, { id: 't1', status: 'closed' });
    write();
    const [after] = stepsOf([write]);
    return [before, after];
  }

  it('that collections with rules of their own have made', () => {
    const [before, after] = stepsBeside((other, n) => {
      const own = new schema.Collection([Ticket], { sort: () => 0 });
      const getOwn = new Endpoint(send, { name: `getOwn${n}`, schema: own });
      other.setResponse(getOwn, { status: 'open', n }, []);
    });
    expect(after / before).toBeLessThan(1.3);
  });

  it('that have arguments of other names', () => {
    const [before, after] = stepsBeside((other, n) => {
      other.setResponse(getTickets, { [`argument${n}`]: 'open' }, []);
    });
    expect(after / before).toBeLessThan(1.3);
  });
});
