import { readFileSync } from 'node:fs';
import { Endpoint } from '../../../src/data/endpoint/Endpoint.ts';
import { pages } from '../../../src/features/pages/pages.ts';
import type { Watcher } from '../../../src/kernel/commits/ports.ts';
import type { Request } from '../../../src/kernel/requests/Request.ts';
import type { RequestPhase } from '../../../src/kernel/requests/RequestPhase.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import { answer, flush, postsOf } from '../../features/pages/support.ts';
import { ann, User } from '../../support/entities.ts';
import { FakeRequests } from '../../support/FakeRequests.ts';
import { storeKit } from '../../support/storeKit.ts';

/** A store, and the phases of its requests in the order in which they begin. */
function setUp() {
  const requests = new FakeRequests();
  const kit = storeKit({ random: () => 0, retry: { count: 1, when: () => true } });
  const internals = internalsOf(kit.store);
  const histories: RequestPhase[][] = [];
  const begins = (given: object): void => {
    // The cast holds: the requests of a store are of this class.
    const request = given as Request;
    let { phase } = request;
    const history = [phase];
    histories.push(history);
    const set = (next: RequestPhase): void => {
      if (next !== phase) history.push(next);
      phase = next;
    };
    Object.defineProperty(request, 'phase', { get: () => phase, set });
  };
  const nothing = (): void => {};
  const watcher: Watcher = {
    begins,
    changes: nothing,
    commits: nothing,
    emits: nothing,
    gets: nothing,
    renders: nothing,
    shares: nothing,
  };
  internals.commits.watcher = watcher;
  const read = new Endpoint(requests.send, { name: 'read', schema: User });
  const write = read.extend({ name: 'write', sideEffect: true });
  const shown = () => histories.map((history) => history.join(' '));
  return { ...kit, histories, internals, read, requests, shown, write };
}

type World = ReturnType<typeof setUp>;

const failure = new Error('down');

/** What happens to requests, and the phases of each. */
const cases: Readonly<Record<string, readonly [(world: World) => unknown, readonly string[]]>> = {
  'a read is answered': [
    ({ read, requests, store }) => {
      void store.fetch(read, {});
      requests.last.answer(ann);
    },
    ['waiting sent settled ended'],
  ],
  'a promise is answered': [
    async ({ read, store }) => {
      await store.fetch(read.extend({ fetch: () => Promise.resolve(ann) }));
    },
    ['waiting sent settled ended'],
  ],
  'a mutation fails': [
    ({ requests, store, write }) => {
      void store.fetch(write, {});
      requests.last.fail(failure);
    },
    ['waiting sent settled ended'],
  ],
  'a source stays open until nobody is left': [
    ({ internals, read, requests, store }) => {
      const watched = store.observe(read, {}).subscribe();
      requests.last.push(ann);
      requests.last.push({ ...ann, name: 'Bea' });
      watched.unsubscribe();
      internals.streams.stream(read, [{}]).requests.current?.abort('its time is over');
    },
    ['waiting sent settled ended'],
  ],
  'a read is tried again, and answered': [
    ({ clock, read, requests, store }) => {
      void store.fetch(read, {});
      requests.last.fail(failure);
      clock.advance(1);
      requests.last.answer(ann);
    },
    ['waiting sent pausing waiting sent settled ended'],
  ],
  'a read is tried again, and fails': [
    ({ clock, read, requests, store }) => {
      void store.fetch(read, {});
      requests.last.fail(failure);
      clock.advance(1);
      requests.last.fail(failure);
    },
    ['waiting sent pausing waiting sent settled ended'],
  ],
  'a read is aborted before it is sent': [
    async ({ internals, read }) => {
      const stream = internals.streams.stream(read, [{}]);
      stream.startRead(true).abort('the render was given up');
      await flush();
    },
    ['waiting ended'],
  ],
  'a read is aborted in flight': [
    ({ read, store }) => {
      void store.fetch(read, {});
      void store.reset();
    },
    ['waiting sent ended'],
  ],
  'nobody observes a read between two tries': [
    ({ read, requests, store }) => {
      const watched = store.observe(read, {}).subscribe();
      requests.last.fail(failure);
      watched.unsubscribe();
    },
    ['waiting sent pausing ended'],
  ],
  'a read is aborted by a subscriber that is told of it': [
    ({ read, store }) => {
      store.actions$.subscribe(({ type }) => {
        if (type === 'fetch') void store.reset();
      });
      void store.fetch(read, {}).catch(() => {});
    },
    ['waiting sent ended'],
  ],
  'a part of a read of all pages is tried again': [
    async ({ clock, requests, store }) => {
      const posts$ = pages(store, postsOf(requests));
      posts$.subscribe();
      requests.last.answer(answer('a', '1'));
      const refetched = posts$.getValue().refetch();
      requests.last.fail(failure);
      clock.advance(1);
      requests.last.answer(answer('A'));
      await refetched;
    },
    [
      'waiting sent settled ended',
      'waiting sent pausing waiting sent settled ended',
      'waiting sent pausing waiting sent settled ended',
    ],
  ],
};

/** The table of the room's README: each phase with those that follow. */
function writtenSteps(): string[] {
  const readme = readFileSync('src/kernel/requests/README.md', 'utf8');
  const namesIn = (cell: string): string[] =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  return [...readme.matchAll(/^\| `(\w+)` .*\|([^|]*)\|$/gm)].flatMap(([, from, next]) =>
    namesIn(next).map((to) => `${from} ${to}`),
  );
}

describe('the phases of a request when', () => {
  const seen = new Set<string>();

  it.each(Object.entries(cases))('%s', async (_, [run, phases]) => {
    const world = setUp();
    await run(world);
    expect(world.shown()).toEqual(phases);
    world.store.dispose();
    for (const history of world.histories) {
      history.forEach(
        (from, at) => at + 1 < history.length && seen.add(`${from} ${history[at + 1]}`),
      );
    }
  });

  it('any of these happens follow each other as the README of the room says', () => {
    expect([...seen].sort()).toEqual(writtenSteps().sort());
  });
});

it('a read that is aborted before it is sent is not announced', async () => {
  const { internals, read, store } = setUp();
  const announced: string[] = [];
  store.actions$.subscribe(({ type }) => announced.push(type));
  internals.streams.stream(read, [{}]).startRead(true).abort('the render was given up');
  await flush();
  expect(announced).toEqual([]);
});
