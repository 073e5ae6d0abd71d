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

/** In which order two mutations are handled and answered. The first one is sent first. */
const orders = [true, false].flatMap((isHandledInOrder) =>
  [true, false].map((isAnsweredInOrder) => ({ isHandledInOrder, isAnsweredInOrder })),
);

type Name = keyof typeof changes;

/** Two tabs, each of which shows one list or number, after two mutations of one ticket. */
function twoMutations(
  names: readonly [Name, Name],
  places: readonly [number, number],
  shown: readonly (typeof watched)[number][],
  { isHandledInOrder, isAnsweredInOrder }: (typeof orders)[number],
  messages: (typeof arrivals)[number],
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
      for (const a of watched) {
        for (const b of watched) {
          for (const order of orders) {
            for (const messages of arrivals) {
              const states = twoMutations([first, second], places, [a, b], order, messages);
              const shown = [a, b].map(([{ name }, { status }]) => `${name} ${status}`);
              for (const [state, expected] of states) {
                const situation = { shown, order, messages };
                expect({ ...situation, state }).toEqual({ ...situation, state: expected });
              }
            }
          }
        }
      }
    });
  });
});
