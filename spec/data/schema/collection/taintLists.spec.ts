import { Endpoint } from '../../../../src/data/endpoint/Endpoint.ts';
import { Collection } from '../../../../src/data/schema/collection/Collection.ts';
import { Entity } from '../../../../src/data/schema/Entity.ts';
import { fakeRequests } from '../../../support/FakeRequests.ts';
import { storeKit } from '../../../support/storeKit.ts';

class Ticket extends Entity {
  id = '';
  status = '';
  title = '';
  text = '';
  static override readonly key = 'Ticket';
}

interface Args {
  readonly status: string;
}

interface Edit extends Partial<Args> {
  readonly id: string;
  readonly title?: string;
}

const requests = fakeRequests();
const [open, closed] = [{ status: 'open' }, { status: 'closed' }];
const update = new Endpoint((edit: Edit) => requests.send(edit), {
  name: 'update',
  schema: Ticket,
  sideEffect: true,
});
const filter = (args: Partial<Args>, { status }: Partial<Args>) => args.status === status;

describe.each([
  ['by arguments', new Collection([Ticket])],
  ['by a filter', new Collection([Ticket], { filter })],
])('a list %s with its number, read after a conflict about an entity', (by, items) => {
  const getPage = new Endpoint((args: Args) => requests.send(args), {
    name: `getPage ${by}`,
    schema: { items, total: items.count },
  });

  /** A store that shows two pages of a server. It knows a member that no response brings. */
  function kit() {
    const tickets = new Map([
      ['1', { id: '1', title: 'one', ...open }],
      ['2', { id: '2', title: 'two', ...closed }],
    ]);
    const page = ({ status }: Args) => {
      const own = [...tickets.values()].filter((ticket) => ticket.status === status);
      return { items: own, total: own.length };
    };
    const { store } = storeKit();
    store.set(
      [Ticket],
      [...tickets.values()].map((ticket) => ({ ...ticket, text: 'long' })),
    );
    for (const args of [open, closed]) {
      store.setResponse(getPage, args, page(args));
      store.observe(getPage, args).subscribe();
    }
    let read = 0;
    return {
      /** Sends mutations at once. The server handles the first one last. */
      edit: (...edits: readonly Edit[]): void => {
        const before = { ...tickets.get(edits[0].id)! };
        const sent = edits.map((edit) => {
          void store.fetch(update, edit);
          return requests.last;
        });
        edits.forEach((edit, at) => sent[at].answer({ ...before, ...edit }));
        tickets.set(before.id, { ...before, ...edits[0] });
      },
      /** Responds to the reads, at most 20. Returns their arguments. */
      reads: (): readonly unknown[] => {
        const all: unknown[] = [];
        for (; read < requests.count && all.length < 20; read++) {
          // The cast holds: the others are edits.
          const [args] = requests.at(read).args as [Args & Partial<Edit>];
          if (args.id !== undefined) continue;
          requests.at(read).answer(page(args));
          all.push(args);
        }
        return all;
      },
      shows: (args: Args): void => {
        expect(store.getState(getPage, args)).toMatchObject({ status: 'valid', data: page(args) });
      },
    };
  }

  it('is not fetched again and again, although no response brings all members', () => {
    const { edit, reads, shows } = kit();
    edit({ id: '1', title: 'a' }, { id: '1', title: 'b' });
    edit({ id: '2', title: 'c' }, { id: '2', title: 'd' });
    expect(reads().length).toBeLessThan(5);
    shows(open);
    shows(closed);
  });

  it('stays after an edit of the entity if a response has brought it since', () => {
    const { edit, reads, shows } = kit();
    edit({ id: '1', title: 'a' }, { id: '1', title: 'b' });
    expect(reads()).toEqual([open]);
    edit({ id: '2', title: 'c' }, { id: '2', title: 'd' });
    expect(reads()).toEqual([closed]);
    edit({ id: '1', title: 'e' });
    edit({ id: '1', title: 'f' });
    expect(reads()).toEqual([]);
    shows(open);
    shows(closed);
  });

  it('is fetched once more if an edit brings a record that the store has already', () => {
    const { store } = storeKit();
    const getList = getPage.extend({ name: `getList ${by}`, schema: items });
    store.setResponse(getList, open, [{ id: '1', ...open }]);
    store.observe(getList, open).subscribe();
    const edit = (status: object, at: number) => {
      void store.fetch(update, { id: '1', ...status });
      return () => requests.at(at).answer({ id: '1', ...status });
    };
    for (const answer of [edit(closed, 0), edit(open, 1)]) answer();
    // The server has handled the first one last.
    requests.at(2).answer([]);
    expect(store.getState(getList, open)).toMatchObject({ status: 'valid', data: [] });
    edit(open, 3)();
    requests.at(4).answer([{ id: '1', ...open }]);
    expect(store.getState(getList, open)).toMatchObject({ status: 'valid', data: [{ id: '1' }] });
    edit(open, 5)();
    expect(requests.count).toBe(6);
  });
});
