import { runs } from '../../support/runs.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { openTabs, requests } from './tabsKit.ts';
import {
  create,
  getCount,
  getList,
  remove,
  save,
  STATUSES,
  statesOf,
  Ticket,
  Traffic,
} from './ticketKit.ts';

const IDS = ['1', '2', '3'];

/**
 * Some tabs read and change tickets, of which they know all. Several of them change each ticket one after
 * the other.
 */
function history(seed: number) {
  requests.sent.length = 0;
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)];
  const traffic = new Traffic();
  const { channel, clock, tabs } = openTabs(1 + (seed % 3), {}, { random });
  const isAlone = tabs.length === 1;
  const advance = (ms: number): void => clock.advance(ms);
  channel.delay(() => Math.floor(random() * 10));
  for (const { store } of tabs) store.set([Ticket], traffic.server.with(...STATUSES));
  clock.advance(100);
  for (const { store } of tabs) {
    for (const status of STATUSES) {
      if (random() < 0.5) store.observe(getList, { status }).subscribe();
      if (random() < 0.5) store.observe(getCount, { status }).subscribe();
    }
  }
  traffic.answerAll(advance);
  const endpoints = [getList, getCount, save, save, create, remove];
  for (let step = 0; step < (isAlone ? 9 : 5); step++) {
    const { store } = pick(tabs);
    const endpoint = pick(endpoints);
    const id = endpoint === save || endpoint === remove ? pick(IDS) : undefined;
    if (isAlone || !traffic.isPending(id)) {
      const args = { status: pick(STATUSES), ...(id !== undefined && { id }) };
      store.fetch(endpoint, args).catch(() => undefined);
    }
    clock.advance(Math.floor(random() * 20));
    for (let at = 0; at < requests.count; at++) {
      if (random() < 0.3) traffic.handle(at);
      if (random() < 0.2) traffic.answer(at);
    }
    clock.advance(Math.floor(random() * 20));
  }
  traffic.answerAll(advance);
  return tabs.flatMap(({ store }) => statesOf(store, traffic.server));
}

it('lists and numbers that are valid are those of the server, in whichever order requests and messages arrive', () => {
  let shown = 0;
  for (let seed = 1; seed <= runs(2_000); seed++) {
    for (const [state, expected] of history(seed)) {
      expect({ seed, state }).toEqual({ seed, state: expected });
      if (state.list) shown++;
    }
  }
  expect(shown).toBeGreaterThan(runs(2_000));
});
