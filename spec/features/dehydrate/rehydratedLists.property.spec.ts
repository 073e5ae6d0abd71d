import fc from 'fast-check';
import { Collection, dehydrate, Endpoint, Entity, Invalidate, rehydrate } from 'streambed';
import { runs } from '../../support/runs.ts';
import { storeKit } from '../../support/storeKit.ts';

class Task extends Entity {
  id = '';
  queue = '';
  rank = 0;
  static override readonly key = 'Task';
}

type Row = Pick<Task, 'id' | 'queue' | 'rank'>;

// The one that is declared first has the rules of lists without their own.
const lists = [
  new Collection([Task]),
  new Collection([Task], { sort: (a, b) => a.rank - b.rank }),
  new Collection([Task], { filter: ({ queue }, task) => task.queue === queue && task.rank < 3 }),
];
const send = (_args: object): unknown => undefined;
const getTask = new Endpoint(send, { name: 'getTask', schema: Task, lookup: true });
const reads = lists.flatMap((list, at) => {
  const schema = { items: list, total: list.count };
  const endpoint = new Endpoint(send, { name: `getTasks${at}`, schema });
  return ['a', 'b'].map((queue) => {
    const args = { queue, ...(at > 0 && { order: `${at}` }) };
    const has = (task: Row): boolean => task.queue === queue && (at < 2 || task.rank < 3);
    return { args, endpoint, has };
  });
});

const id = fc.constantFrom('1', '2', '3', '4');
const edit = fc.record({ queue: fc.constantFrom('a', 'b'), rank: fc.nat(5) });
const change = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('edit'), id, edit) },
  fc.tuple(fc.constantFrom('remove', 'create'), id, edit),
);
const changes = fc.array(change, { maxLength: 4 });
const world = fc.record({
  seen: fc.array(fc.nat(reads.length - 1), { maxLength: 4 }),
  early: changes,
  missed: fc.array(fc.tuple(id, edit), { maxLength: 2 }),
  onPage: fc.array(fc.nat(reads.length - 1), { minLength: 1, maxLength: 4 }),
  late: changes,
  after: changes,
  isBusy: fc.boolean(),
});

// Random responses are not in the order of their list.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

it('valid lists and totals are those of the server, whatever the browser and the page knew', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ seen, early, missed, onPage, late, after, isBusy }) => {
      const tasks = new Map(['1', '2', '3'].map((one) => [one, { id: one, queue: 'a', rank: 1 }]));
      const { clock, store: here } = storeKit({ gcTime: Infinity });
      const { store: there } = storeKit({ gcTime: Infinity, scheduler: clock });
      let last = tasks.size + 1;
      const fetchInto = (store: typeof here, at: number): void => {
        const { args, endpoint, has } = reads[at];
        const items = [...tasks.values()].filter(has).sort((a, b) => a.rank - b.rank);
        store.setResponse(endpoint, args, { items, total: items.length });
        clock.advance(1);
      };
      const act = async (all: readonly (readonly [string, string, Omit<Row, 'id'>])[]) => {
        for (const [what, of, members] of all) {
          if (what === 'create') {
            // All lists take it by the rules of the first.
            const task = { id: `${++last}`, ...members, rank: 1 };
            tasks.set(task.id, task);
            here.set(lists[0].push, { queue: task.queue }, task);
          } else if (!tasks.has(of)) continue;
          else if (what === 'remove') {
            tasks.delete(of);
            here.set(new Invalidate(Task), of);
          } else {
            tasks.set(of, { id: of, ...members });
            here.set(Task, tasks.get(of)!);
          }
          clock.advance(1);
          await Promise.resolve();
        }
      };
      for (const [of, task] of tasks) here.setResponse(getTask, { id: of }, task);
      clock.advance(1);
      for (const at of seen) fetchInto(here, at);
      await act(early);
      for (const [of, members] of missed) {
        if (tasks.has(of)) tasks.set(of, { id: of, ...members });
      }
      for (let i = isBusy ? 30 : 0; i > 0; i--)
        there.setResponse(getTask, { id: '0' }, { id: '0' });
      for (const [of] of missed) {
        if (tasks.has(of)) there.setResponse(getTask, { id: of }, tasks.get(of)!);
      }
      for (const at of onPage) fetchInto(there, at);
      const state = JSON.parse(JSON.stringify(dehydrate(there)));
      await act(late);
      rehydrate(here, state);
      const check = async (): Promise<void> => {
        for (const { args, endpoint } of reads) here.getState(endpoint, args);
        await Promise.resolve();
        for (const { args, endpoint, has } of reads) {
          const { data, status } = here.getState(endpoint, args);
          if (status !== 'valid') continue;
          const expected = [...tasks.values()].filter(has).map((task) => task.id);
          const ids = data!.items.map((task) => task.id).sort();
          expect({ ids, total: data!.total }).toEqual({
            ids: expected.sort(),
            total: expected.length,
          });
          shown++;
        }
      };
      await check();
      await act(after);
      await check();
    }),
    { numRuns: runs(600), seed: 7 },
  );
  expect(shown).toBeGreaterThan(200);
});
