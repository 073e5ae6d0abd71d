import { runs } from '../../support/runs.ts';
import { openTabs, requests } from './tabsKit.ts';
import {
  getCount,
  getList,
  remove,
  save,
  Server,
  STATUSES,
  statesOf,
  Ticket,
  Traffic,
} from './ticketKit.ts';

/** Messages arrive between two steps, or changes wait for the next frame, or all messages are late. */
const arrivals = ['between', 'in frames', 'late'] as const;

const one = { id: '1' };
const changes = {
  reopens: [save, { ...one, status: 'open' }],
  closes: [save, { ...one, status: 'closed' }],
  removes: [remove, { ...one, status: 'open' }],
} as const;

const watched = STATUSES.flatMap((status) =>
  [getList, getCount].map((endpoint) => [endpoint as typeof getList, { status }] as const),
);

/** What each of the tabs shows, in which order two mutations are handled and answered, and when messages arrive. */
const situations = watched.flatMap((first) =>
  watched.flatMap((second) =>
    [true, false].flatMap((isHandledInOrder) =>
      [true, false].flatMap((isAnsweredInOrder) =>
        arrivals.map((messages) => ({
          shown: [first, second] as const,
          isHandledInOrder,
          isAnsweredInOrder,
          messages,
        })),
      ),
    ),
  ),
);

type Name = keyof typeof changes;

/** Two tabs, each of which shows one list or number, after two mutations of one ticket. The first is sent first. */
function twoMutations(
  names: readonly [Name, Name],
  places: readonly [number, number],
  { shown, isHandledInOrder, isAnsweredInOrder, messages }: (typeof situations)[number],
) {
  requests.sent.length = 0;
  const traffic = new Traffic();
  const { channel, clock, frame, tabs } = openTabs(2);
  const stores = tabs.map(({ store }) => store);
  for (const [at, store] of stores.entries()) {
    store.set([Ticket], new Server().with(...STATUSES));
    store.observe(...shown[at]).subscribe();
  }
  traffic.answerAll((ms) => clock.advance(ms));
  const { count } = requests;
  if (messages === 'late') channel.delay(10);
  const pass = (): void => (messages === 'between' ? frame() : clock.advance(1));
  for (const [at, name] of names.entries()) {
    const [endpoint, args] = changes[name];
    stores[places[at]].fetch(endpoint, args).catch(() => undefined);
    pass();
  }
  const two = (areInOrder: boolean) => (areInOrder ? [count, count + 1] : [count + 1, count]);
  for (const at of two(isHandledInOrder)) traffic.handle(at);
  for (const at of two(isAnsweredInOrder)) {
    traffic.answer(at);
    pass();
  }
  traffic.answerAll((ms) => clock.advance(ms));
  return stores.flatMap((store) => statesOf(store, traffic.server));
}

describe.each([
  ['one tab', [0, 0]],
  ['two tabs', [0, 1]],
] as const)('what tabs show after two mutations of one ticket by %s', (_, places) => {
  describe.each(Object.keys(changes) as Name[])('of which the first one %s it', (first) => {
    it.each(Object.keys(changes) as Name[])('and the second one %s it', (second) => {
      for (const [at, situation] of situations.entries()) {
        if (at % 5 >= runs(5)) continue;
        const states = twoMutations([first, second], places, situation);
        for (const [state, expected] of states) {
          expect({ situation, state }).toEqual({ situation, state: expected });
        }
      }
    });
  });
});
