import fc from 'fast-check';
import type { StorageFault } from '../../../src/tools/testing/virtualStorage.ts';
import { TEAM_READ } from './tabEndpoints.ts';

/** Selects a tab, a key, a user or a request among the candidates. */
type Choice = number;

/** One step of a history of stored data: plain data. */
export type PersistStep =
  // Data of one tab.
  | {
      readonly do:
        | 'fetch'
        | 'fetch if stale'
        | 'observe'
        | 'unobserve'
        | 'respond'
        | 'invalidate'
        | 'invalidate all'
        | 'expire';
      readonly tab: Choice;
      readonly key: Choice;
    }
  | { readonly do: 'put' | 'delete'; readonly tab: Choice; readonly user: Choice }
  | { readonly do: 'post'; readonly tab: Choice }
  | { readonly do: 'share'; readonly tab: Choice; readonly key: Choice }
  | { readonly do: 'message' | 'remove'; readonly tab: Choice; readonly user: Choice }
  | {
      readonly do: 'all' | 'list' | 'page';
      readonly tab: Choice;
      readonly users: readonly Choice[];
    }
  | { readonly do: 'deliver'; readonly request: Choice; readonly isRefused: boolean }
  | { readonly do: 'load'; readonly tab: Choice; readonly keys: readonly Choice[] }
  | { readonly do: 'collect'; readonly tab: Choice }
  // Time: `flush` lasts as long as a change waits for others.
  | { readonly do: 'flush' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'set back'; readonly ms: number }
  // The lives of tabs. `newer`: how many versions later its program is.
  // `keys`: what it loads at the start.
  | { readonly do: 'open'; readonly newer: number; readonly keys: readonly Choice[] }
  | { readonly do: 'close'; readonly tab: Choice }
  | { readonly do: 'reload'; readonly tab: Choice; readonly keys: readonly Choice[] }
  | { readonly do: 'freeze' | 'thaw'; readonly tab: Choice }
  | { readonly do: 'log out'; readonly tab: Choice }
  /** All tabs end, `turns` turns of the event loop's microtasks after a flush began. */
  | {
      readonly do: 'crash';
      readonly turns: number;
      readonly newer: number;
      readonly keys: readonly Choice[];
    }
  // The storage.
  | { readonly do: 'fail'; readonly fault: StorageFault; readonly times: number }
  | { readonly do: 'slow'; readonly ms: number }
  /** The user deletes the data of the site. */
  | { readonly do: 'clear' };

/** A history of programs that store data. */
export interface PersistHistory {
  /** How many entities are kept. */
  readonly maxRows: number;
  /** Whether programs migrate the entities of earlier versions. */
  readonly migrates: boolean;
  /** The places of the reads that the programs use. With few reads, steps meet more often. */
  readonly reads: readonly number[];
  readonly steps: readonly PersistStep[];
}

/** How many reads the endpoints of a tab have. */
const READS = 9;

const choice = fc.nat({ max: 11 });
const users = fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 });
const place = fc.nat({ max: READS - 1 });
const keys = fc.uniqueArray(place, { maxLength: READS });
/** Longer than data is kept: often enough. */
const OLD = [200_000_000, 200_000_000];

const newer = fc.constantFrom(0, 0, 0, 0, 1, -1);

function step<D extends PersistStep['do'], T extends object>(
  weight: number,
  names: readonly D[],
  rest: { readonly [K in keyof T]: fc.Arbitrary<T[K]> },
) {
  return { weight, arbitrary: fc.record({ do: fc.constantFrom(...names), ...rest }) };
}

/** Programs of one version and one user, with a storage that works. */
const calm = [
  step(4, ['fetch', 'fetch if stale', 'observe'], { tab: choice, key: choice }),
  // Most histories have stored results.
  step(4, ['respond'], { tab: choice, key: choice }),
  step(1, ['unobserve', 'invalidate'], { tab: choice, key: choice }),
  step(2, ['invalidate all', 'expire'], { tab: choice, key: choice }),
  step(3, ['put', 'put', 'delete'], { tab: choice, user: choice }),
  step(2, ['post'], { tab: choice }),
  step(2, ['share'], { tab: choice, key: choice }),
  step(3, ['message', 'message', 'remove'], { tab: choice, user: choice }),
  step(2, ['all', 'list', 'list', 'page'], { tab: choice, users }),
  step(8, ['deliver'], { request: choice, isRefused: fc.nat({ max: 4 }).map((one) => one === 0) }),
  step(3, ['load'], { tab: choice, keys }),
  step(1, ['collect'], { tab: choice }),
  step(10, ['flush'], {}),
  step(1, ['wait'], { ms: fc.constantFrom(1, 1_000, 20_000, 70_000) }),
  step(1, ['close'], { tab: choice }),
  step(2, ['reload'], { tab: choice, keys }),
  step(3, ['open'], { newer: fc.constant(0), keys }),
];

/** The list itself, or none. */
const someKeys = fc.constantFrom([], [0]);

/** Creations and edits beside a list, which the tabs have in memory or not. */
const ofList = [
  step(4, ['fetch', 'respond', 'respond', 'observe'], { tab: choice, key: choice }),
  step(6, ['post', 'post', 'put'], { tab: choice, user: choice }),
  step(8, ['deliver'], { request: choice, isRefused: fc.nat({ max: 9 }).map((one) => one === 0) }),
  step(8, ['flush'], {}),
  step(4, ['load'], { tab: choice, keys: fc.constant([0]) }),
  step(4, ['reload'], { tab: choice, keys: someKeys }),
  step(1, ['open'], { newer: fc.constant(0), keys: someKeys }),
  step(1, ['close', 'collect'], { tab: choice }),
  step(1, ['wait'], { ms: fc.constantFrom(1, 1_000) }),
];

const all = [
  ...calm,
  step(3, ['wait'], {
    ms: fc.constantFrom(1, 1_000, 6_000, 20_000, 70_000, 400_000, 90_000_000, ...OLD),
  }),
  step(1, ['set back'], { ms: fc.constantFrom(500, 50_000, 100_000, 1_000_000, 500_000_000) }),
  step(1, ['open'], { newer, keys }),
  step(1, ['freeze', 'thaw', 'thaw'], { tab: choice }),
  step(1, ['log out'], { tab: choice }),
  step(2, ['crash'], { turns: fc.nat({ max: 40 }), newer, keys }),
  step(1, ['fail'], {
    fault: fc.constantFrom<StorageFault>('quota', 'abort', 'closed', 'blocked'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  step(2, ['slow'], { ms: fc.constantFrom(0, 0, 10, 300, 2_000) }),
  step(1, ['clear'], {}),
];

/** Histories of up to `maxLength` steps. */
export function persistHistories(maxLength: number): fc.Arbitrary<PersistHistory> {
  const anyReads = fc.oneof(
    fc.uniqueArray(place, { minLength: 1, maxLength: 2 }),
    fc.uniqueArray(place, { minLength: 1, maxLength: READS }),
  );
  const historiesOf = (
    steps: fc.Arbitrary<object>,
    reads: fc.Arbitrary<readonly number[]> = anyReads,
  ): fc.Arbitrary<PersistHistory> =>
    fc.record({
      maxRows: fc.constantFrom(20_000, 3),
      migrates: fc.boolean(),
      reads,
      // The cast holds: these are the steps of the type.
      steps: fc.array(steps as fc.Arbitrary<PersistStep>, { maxLength, size: 'max' }),
    });
  return fc.oneof(
    historiesOf(fc.oneof(...all)),
    historiesOf(fc.oneof(...calm)),
    historiesOf(fc.oneof(...ofList), fc.constantFrom([TEAM_READ], [TEAM_READ, 0])),
  );
}
