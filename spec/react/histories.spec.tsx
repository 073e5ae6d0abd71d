import { act } from '@testing-library/react';
import fc from 'fast-check';
import { type ReactElement, useState } from 'react';
import { schema } from 'streambed';
import { useCache, useDLE, useQuery, useStream, useSuspense } from 'streambed/react';
import { readDecision } from '../../src/react/suspense/readDecision.ts';
import { Boundary } from './support/Boundary.tsx';
import { User } from './support/entities.ts';
import { inTransition } from './support/inTransition.ts';
import { modes } from './support/modes.ts';
import { quietConsole } from './support/quietConsole.ts';
import { remote, remoteList } from './support/remote.ts';
import { renderAsync } from './support/renderAsync.tsx';
import { testStore } from './support/testStore.ts';
import { runs } from '../support/runs.ts';

const { complaints } = quietConsole();

const SLOTS = 5;
/** Limit of renders in one tick; more means an endless loop. */
const MAX_RENDERS = 2_000;
const ids = ['1', '2', '3'] as const;
const ones = ['user', 'soft', 'strict', 'instant'] as const;
/** Hooks that neither suspend nor throw, and a stream. */
const passives = ['dle', 'cache', 'query', 'stream'] as const;
const kinds = [...ones, ...passives, 'list', 'friend'] as const;

type One = (typeof ones)[number];
type Passive = (typeof passives)[number];
const isPassive = (some: string): some is Passive => passives.some((each) => each === some);
type Kind = (typeof kinds)[number];
/** The content of a slot: a kind of read and its argument, or nothing. */
type Place = { readonly kind: Kind; readonly id: string } | undefined;

const id = fc.constantFrom(...ids);
const kind = fc.constantFrom(...kinds);
const which = fc.nat({ max: 20 });
const step = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant('move' as const),
      slot: fc.nat({ max: SLOTS - 1 }),
      place: fc.option(fc.record({ kind, id }), { nil: undefined, freq: 3 }),
      inTransition: fc.boolean(),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ type: fc.constant('answer' as const), which, also: fc.option(which) }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ type: fc.constantFrom('answer' as const, 'fail' as const), which }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ type: fc.constantFrom('write' as const, 'remove' as const), id }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      type: fc.constantFrom('invalidate' as const, 'expire' as const),
      kind,
      id,
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ type: fc.constant('retry' as const), which }), weight: 2 },
  {
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 999, 1_001, 30_001, 60_001),
    }),
    weight: 2,
  },
  { arbitrary: fc.constant({ type: 'reset' as const }), weight: 1 },
);
/** Steps of one tick. */
const tick = fc.array(step, { minLength: 1, maxLength: 3 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const moveTo = (slot: number, userId: (typeof ids)[number]): Step => ({
  type: 'move',
  slot,
  place: { kind: 'user', id: userId },
  inTransition: false,
});
/**
 * One of two components gets its response in the tick in which another boundary suspends: renders
 * are endless if hooks throw thenables in React 19.
 */
const endless: Step[][] = [
  [moveTo(0, '1'), moveTo(1, '2')],
  [moveTo(3, '3'), { type: 'answer', which: 0, also: null }],
];

/**
 * A component of `useDLE` comes again with the data of a failed key, and no component suspends on
 * that key.
 */
const comesAgain: Step[][] = [
  [moveTo(0, '1')],
  [{ type: 'move', slot: 1, place: { kind: 'dle', id: '3' }, inTransition: false }],
  [
    { type: 'fail', which: 0 },
    { type: 'fail', which: 0 },
    { type: 'retry', which: 0 },
  ],
  [
    { type: 'expire', kind: 'user', id: '1' },
    { type: 'invalidate', kind: 'user', id: '1' },
  ],
  [{ type: 'retry', which: 0 }],
  [{ type: 'answer', which: 0, also: 7 }],
  [
    { type: 'remove', id: '3' },
    { type: 'answer', which: 0, also: null },
  ],
];

const allUsers = new schema.All(User);
const namesOf = (users: readonly User[] | undefined): string =>
  users ? users.map(({ name }) => name).join() : 'nobody yet';

/**
 * A screen of slots, the servers behind it, and the text that it should show. It uses no
 * `Activity`: React 19.3 itself throws when a hidden tree that suspends is unmounted and the
 * response arrives.
 */
async function stage(together: boolean, strict: boolean) {
  const { store, clock } = testStore();
  const servers = {
    user: remote('user', { schema: User }),
    soft: remote('soft', { schema: User, errorPolicy: () => 'soft' as const }),
    strict: remote('strict', { schema: User, invalidIfStale: true }),
    instant: remote('instant', { invalidIfStale: true, dataExpiryLength: 0 }),
  };
  const list = remoteList('list', { schema: new schema.All(User) });

  let renders = 0;
  function noteRender(): void {
    // Ends an endless loop.
    if (++renders > MAX_RENDERS) throw new Error('endless');
  }

  let count = 0;
  const record = (userId: string) => ({
    id: userId,
    name: `name ${count++}`,
    bestFriendId: ['', ...ids][count % 4],
  });

  const settled = new Set<unknown>();
  const open = () =>
    [...Object.values(servers), list]
      .flatMap(
        ({
          requests,
        }): {
          args: readonly unknown[];
          resolve: (_: unknown) => void;
          reject: (_: Error) => void;
        }[] => requests,
      )
      .filter((request) => !settled.has(request));
  function settle(n: number, how: 'answer' | 'fail'): void {
    const requests = open();
    if (requests.length === 0) return;
    const request = requests[n % requests.length];
    settled.add(request);
    const [idArgs] = request.args as [{ id: string }?];
    if (how === 'fail') request.reject(new Error(`error ${count++}`));
    else request.resolve(idArgs ? record(idArgs.id) : ids.slice(0, count % 4).map(record));
  }

  function Single({ of, id: userId }: { of: One; id: string }): ReactElement {
    noteRender();
    const { name } = useSuspense(servers[of].endpoint, { id: userId });
    return <b>{name}</b>;
  }
  function List(): ReactElement {
    noteRender();
    return (
      <b>
        {useSuspense(list.endpoint)
          .map(({ name }) => name)
          .join()}
      </b>
    );
  }
  function Friend({ id: userId }: { id: string }): ReactElement {
    noteRender();
    const { bestFriendId } = useSuspense(servers.user.endpoint, { id: userId });
    const friend = useSuspense(servers.user.endpoint, bestFriendId ? { id: bestFriendId } : null);
    return <b>{friend ? friend.name : 'nobody'}</b>;
  }
  const allUsers$ = store.query(allUsers);
  function Loading({ id: userId }: { id: string }): ReactElement {
    const { data, loading, error } = useDLE(servers.user.endpoint, { id: userId });
    return <b>{loading ? 'waiting' : (error?.message ?? data?.name)}</b>;
  }
  function Cached({ id: userId }: { id: string }): ReactElement {
    return <b>{String(useCache(servers.user.endpoint, { id: userId })?.name)}</b>;
  }
  function Queried({ id: userId }: { id: string }): ReactElement {
    return <b>{String(useQuery(User, { id: userId })?.name)}</b>;
  }
  function Streamed(): ReactElement {
    return <b>{namesOf(useStream(allUsers$))}</b>;
  }
  const Passives = { dle: Loading, cache: Cached, query: Queried, stream: Streamed };
  function Slot({ place }: { place: Place }): ReactElement | null {
    if (!place) return null;
    if (place.kind === 'list') return <List />;
    if (isPassive(place.kind)) {
      const Passive = Passives[place.kind];
      return <Passive id={place.id} />;
    }
    return place.kind === 'friend' ? (
      <Friend id={place.id} />
    ) : (
      <Single of={place.kind} id={place.id} />
    );
  }

  let places: readonly Place[] = Array.from({ length: SLOTS }, () => undefined);
  const setter: { set?: (next: readonly Place[]) => void } = {};
  function App(): ReactElement {
    const [shown, set] = useState(places);
    setter.set = set;
    const slots = shown.map((place, n) => <Slot key={n} place={place} />);
    if (!together)
      return (
        <>
          {slots.map((slot, n) => (
            <Boundary key={n}>{slot}</Boundary>
          ))}
        </>
      );
    return (
      <>
        <Boundary>{slots.slice(0, 2)}</Boundary>
        <Boundary>{slots.slice(2)}</Boundary>
      </>
    );
  }
  const nameOf = (of: One, userId: string): string =>
    String(store.getState(servers[of].endpoint, { id: userId }).data?.name);
  function textOf(place: Place): string {
    if (!place) return '';
    const { kind: of, id: userId } = place;
    if (of === 'list')
      return String(
        store
          .getState(list.endpoint)
          .data?.map(({ name }) => name)
          .join(),
      );
    if (of === 'stream') return namesOf(store.get(allUsers));
    if (of === 'query') return String(store.get(User, { id: userId })?.name);
    if (of === 'cache') return nameOf('user', userId);
    if (of === 'dle') {
      const state = store.getState(servers.user.endpoint, { id: userId });
      return readDecision(state) === 'throw'
        ? String(state.error?.message)
        : nameOf('user', userId);
    }
    if (of !== 'friend') return nameOf(of, userId);
    const friend = store.getState(servers.user.endpoint, { id: userId }).data?.bestFriendId;
    return friend ? nameOf('user', friend) : 'nobody';
  }

  const screen = await renderAsync(<App />, {
    store,
    strict,
    // React reports a component that failed and is unmounted by a transition of the same tick.
    onRecoverableError: () => {},
  });
  const buttons = (): HTMLElement[] => screen.queryAllByTitle('retry');
  const endpointOf = (of: Kind) =>
    servers[of === 'list' || of === 'friend' || isPassive(of) ? 'user' : of].endpoint;

  return {
    store,
    clock,
    text: screen.text,
    /** The number of renders since the last call. */
    takeRenders(): number {
      const taken = renders;
      renders = 0;
      return taken;
    },
    unmount: screen.unmount,
    expected: (): string => places.map(textOf).join(''),
    isOpen: (): boolean =>
      open().length > 0 || buttons().length > 0 || screen.text().includes('waiting'),
    settleAll: () =>
      act(async () => {
        // After a reset, refetches wait until React has rendered.
        clock.advance(50);
        while (open().length > 0) settle(0, 'answer');
      }),
    retryAll: () => act(async () => buttons().forEach((button) => button.click())),
    do(now: Step): void {
      switch (now.type) {
        case 'move': {
          places = places.map((place, n) => (n === now.slot ? now.place : place));
          if (now.inTransition) inTransition(() => setter.set!(places));
          else setter.set!(places);
          break;
        }
        case 'answer':
        case 'fail':
          settle(now.which, now.type);
          if ('also' in now && now.also !== null) settle(now.also, 'answer');
          break;
        case 'write':
          store.set(User, record(now.id));
          break;
        case 'remove':
          store.set(new schema.Invalidate(User), now.id);
          break;
        case 'invalidate':
          if (now.kind === 'list') store.invalidate(list.endpoint);
          else store.invalidate(endpointOf(now.kind), { id: now.id });
          break;
        case 'expire':
          store.expireAll(now.kind === 'list' ? list.endpoint : endpointOf(now.kind));
          break;
        case 'retry':
          buttons()[now.which % buttons().length]?.click();
          break;
        case 'wait':
          clock.advance(now.ms);
          break;
        case 'reset':
          void store.reset();
          break;
      }
    },
  };
}

describe.each(modes)('a screen of components with any history, %s,', (_, strict) => {
  it.each([
    ['a boundary each', false],
    ['two boundaries', true],
  ])(
    'ends with the data of the store, after a bounded number of renders, without a fallback or leak, in %s',
    async (_name, together) => {
      await fc.assert(
        fc.asyncProperty(fc.array(tick, { maxLength: 40, size: 'max' }), async (history) => {
          const said = complaints().length;
          const at = await stage(together, strict);
          for (const steps of history) {
            await act(async () => {
              for (const one of steps) at.do(one);
            });
            expect(at.takeRenders()).toBeLessThanOrEqual(MAX_RENDERS);
          }
          for (let round = 0; round === 0 || (at.isOpen() && round < 30); round++) {
            await at.settleAll();
            await at.retryAll();
            expect(at.takeRenders()).toBeLessThanOrEqual(MAX_RENDERS);
          }
          expect(complaints().slice(said)).toEqual([]);
          expect(at.text()).toBe(at.expected());
          expect(at.store.stats().inFlight).toBe(0);

          await at.unmount();
          for (const time of [30_000, 5_000, 5_000, 5_000])
            await act(async () => at.clock.advance(time));
          expect(at.store.stats()).toMatchObject({ subscribers: 0, timers: 0, inFlight: 0 });
          at.store.dispose();
        }),
        { numRuns: runs(75), examples: [[endless], [comesAgain]] },
      );
    },
    60_000,
  );
});
