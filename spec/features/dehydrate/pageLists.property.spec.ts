import fc from 'fast-check';
import {
  Collection,
  dehydrate,
  Endpoint,
  Entity,
  Invalidate,
  rehydrate,
  type Store,
} from 'streambed';
import { runs } from '../../support/runs.ts';
import { storeKit } from '../../support/storeKit.ts';

class Task extends Entity {
  id = '';
  queue = '';
  rank = 0;
  static override readonly key = 'Task';
}

// The one that is declared first has the rules of lists without their own.
const lists = [
  new Collection([Task]),
  new Collection([Task], { sort: (a, b) => a.rank - b.rank }),
  new Collection([Task], { filter: (_args, { rank }) => rank < 3 }),
  new Collection([Task], { follows: false }),
];
const endpoints = lists.map(
  (list, at) =>
    new Endpoint((_args: object): never[] => [], {
      name: `getTasks${at}`,
      schema: { items: list, total: list.count },
    }),
);
const queues = ['a', 'b'];
/** Each has a list of its own: lists with equal arguments are one. */
const keys = endpoints.flatMap((endpoint, at) =>
  queues.map((queue) => ({ endpoint, args: { queue, ...(at > 0 && { order: `${at}` }) } })),
);

const id = fc.constantFrom('1', '2', '3', '4');
const task = fc.record(
  { id, queue: fc.constantFrom(...queues), rank: fc.nat(5) },
  { noNullPrototype: true },
);
type Step = (store: Store) => void;
const response: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(...keys),
    fc.uniqueArray(task, { maxLength: 3, selector: (one) => one.id }),
  )
  .map(([{ args, endpoint }, items]) => (store) => {
    store.setResponse(endpoint, args, { items, total: items.length });
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: task.map((one) => (store: Store) => store.set(Task, one)) },
  id.map((one) => (store: Store) => store.set(new Invalidate(Task), one)),
  fc.tuple(fc.constantFrom(...lists), task).map(
    ([list, one]) =>
      (store: Store) =>
        store.set(list.push, { queue: one.queue }, one),
  ),
  response,
);
const look = fc.nat(keys.length - 1);

// Random responses are not in the order of their list.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

it('lists of a page that are valid are as in the store that has fetched them, whenever they are read', async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(response, { minLength: 6, maxLength: 12 }),
      fc.array(fc.oneof(step, look), { minLength: 6, maxLength: 12 }),
      async (before, after) => {
        const { clock, store: there } = storeKit({ gcTime: Infinity });
        for (const does of before) {
          does(there);
          clock.advance(1);
        }
        const { store: here } = storeKit({ gcTime: Infinity, scheduler: clock });
        rehydrate(here, JSON.parse(JSON.stringify(dehydrate(there))));
        const read = new Set<number>();
        for (const next of after) {
          if (typeof next === 'number') {
            read.add(next);
            here.getState(keys[next].endpoint, keys[next].args);
          } else for (const store of [there, here]) next(store);
          await Promise.resolve();
          for (const at of read) {
            const { args, endpoint } = keys[at];
            const { data, status } = here.getState(endpoint, args);
            if (status !== 'valid') continue;
            expect(data).toEqual(there.getState(endpoint, args).data);
            shown++;
          }
        }
      },
    ),
    { numRuns: runs(400), seed: 7 },
  );
  expect(shown).toBeGreaterThan(300);
});
