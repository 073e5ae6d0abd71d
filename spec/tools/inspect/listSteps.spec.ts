import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import { Union } from '../../../src/data/schema/Union.ts';
import { listStepsOf } from '../../../src/tools/inspect/listStepsOf.ts';
import { inspectedStore } from './support.ts';

class Ticket extends Entity {
  id = '';
  title = '';
  status = '';
  rank = 0;
  static override readonly key: string = 'Ticket';
}

const list = new Collection([Ticket]);
const getTickets = new Endpoint((_args: object) => [], { name: 'getTickets', schema: list });
const [open, closed] = [{ status: 'open' }, { status: 'closed' }];
const leak = { id: '1', title: 'Leak', status: 'open', rank: 1 };

function kit() {
  const { recording, store } = inspectedStore();
  const steps = () =>
    listStepsOf(recording.commits.at(-1)!).map(
      ({ args, entityKey, pk, reason, type }) =>
        `${entityKey} ${pk} ${type} ${JSON.stringify(args)}: ${Object.values(reason).join(' ')}`,
    );
  return { recording, steps, store };
}

describe('the steps of lists in a commit', () => {
  it('name the member whose change took an entity out of one list and let it in to another', () => {
    const { steps, store } = kit();
    store.setResponse(getTickets, open, [leak]);
    store.setResponse(getTickets, closed, []);
    store.set(Ticket, { id: '1', status: 'closed', title: 'Leaks' });
    expect(steps()).toEqual([
      'Ticket 1 left {"status":"open"}: members status',
      'Ticket 1 joined {"status":"closed"}: members status',
    ]);
  });

  it('are none for a commit that changes a member which no list names', () => {
    const { steps, store } = kit();
    store.setResponse(getTickets, open, [leak]);
    store.set(Ticket, { id: '1', title: 'Leaks' });
    expect(steps()).toEqual([]);
  });

  it('name the request if a response or a change of the list has decided', () => {
    const { steps, store } = kit();
    store.setResponse(getTickets, open, [leak]);
    store.setResponse(getTickets, open, []);
    expect(steps()).toEqual(['Ticket 1 left {"status":"open"}: request']);
    store.set(list.push, { id: '2', status: 'open' });
    expect(steps()).toEqual(['Ticket 2 joined {"status":"open"}: request']);
  });

  it('name the filter of the program, and its sort if an entity moves past the loaded members', () => {
    const ranked = new Collection([Ticket], {
      argsKey: ({ minRank }: { minRank: number }) => ({ minRank }),
      filter: ({ minRank }, { rank }) => rank >= Number(minRank),
      sort: (a, b) => a.rank - b.rank,
    });
    const getRanked = new Endpoint(
      (_args: { minRank: number }): { items: object[]; total: number } => ({ items: [], total: 0 }),
      { name: 'getRanked', schema: { items: ranked, total: ranked.count } },
    );
    const { steps, store } = kit();
    const items = [leak, { id: '2', rank: 2 }];
    store.setResponse(getRanked, { minRank: 1 }, { items, total: 9 });
    store.set(Ticket, { id: '1', rank: 0 });
    expect(steps()).toEqual(['Ticket 1 left {"minRank":"1"}: filter']);
    store.set(Ticket, { id: '3', rank: 7 });
    store.set(Ticket, { id: '3', rank: 1 });
    expect(steps()).toEqual(['Ticket 3 joined {"minRank":"1"}: sort']);
  });

  it('name the class of a member of a union', () => {
    class Task extends Ticket {
      static override readonly key = 'Task';
    }
    const works = new Collection([new Union({ ticket: Ticket, task: Task }, 'title')]);
    const getWorks = new Endpoint((_args: object) => [], { name: 'getWorks', schema: works });
    const { steps, store } = kit();
    store.setResponse(getWorks, open, [{ id: '1', title: 'task', status: 'open' }]);
    store.set(Task, { id: '1', status: 'closed' });
    expect(steps()).toEqual(['Task 1 left {"status":"open"}: members status']);
  });

  it('are none for a removed entity, which its list keeps for a rollback', () => {
    const { steps, store } = kit();
    store.setResponse(getTickets, open, [leak]);
    store.set(new Invalidate(Ticket), '1');
    expect(steps()).toEqual([]);
  });
});

describe('commits$', () => {
  it('reports the lists that an entity leaves and joins in the commit that changes the entity', () => {
    const { store } = kit();
    store.setResponse(getTickets, open, [leak]);
    store.setResponse(getTickets, closed, []);
    const lists: string[] = [];
    let commits = 0;
    store.commits$.subscribe(({ changes }) => {
      commits++;
      expect(changes.keys()).toEqual(expect.arrayContaining(['Ticket', list.key]));
      changes.forEach(list.key, (pk, record, previous) => {
        const [is, was] = [record, previous] as { members: string[] }[];
        lists.push(`${pk} [${was.members.join()}] [${is.members.join()}]`);
      });
    });
    store.set(Ticket, { id: '1', status: 'closed' });
    expect(commits).toBe(1);
    expect(lists).toEqual(['{"status":"open"} [1] []', '{"status":"closed"} [] [1]']);
  });
});
