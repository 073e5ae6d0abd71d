import fc from 'fast-check';
import type { StorageFault } from '../../../src/tools/testing/virtualStorage.ts';

/** Selects a tab, a key, a user or a request among the candidates. */
type Choice = number;

/** One step of a history of stored data: plain data. */
export type PersistStep =
  // Data of one tab.
  | {
      readonly do: 'fetch' | 'fetch if stale' | 'observe' | 'unobserve' | 'invalidate' | 'expire';
      readonly tab: Choice;
      readonly key: Choice;
    }
  | { readonly do: 'put' | 'delete'; readonly tab: Choice; readonly user: Choice }
  | { readonly do: 'post'; readonly tab: Choice }
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
  readonly steps: readonly PersistStep[];
}

const choice = fc.nat({ max: 11 });
const users = fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 });
const keys = fc.uniqueArray(fc.nat({ max: 8 }), { maxLength: 9 });
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

const steps = fc.oneof(
  step(4, ['fetch', 'fetch if stale', 'observe'], { tab: choice, key: choice }),
  step(1, ['unobserve', 'invalidate', 'expire'], { tab: choice, key: choice }),
  step(3, ['put', 'put', 'delete'], { tab: choice, user: choice }),
  step(1, ['post'], { tab: choice }),
  step(3, ['message', 'message', 'remove'], { tab: choice, user: choice }),
  step(2, ['all', 'list', 'list', 'page'], { tab: choice, users }),
  step(8, ['deliver'], { request: choice, isRefused: fc.nat({ max: 4 }).map((one) => one === 0) }),
  step(3, ['load'], { tab: choice, keys }),
  step(1, ['collect'], { tab: choice }),
  step(10, ['flush'], {}),
  step(3, ['wait'], {
    ms: fc.constantFrom(1, 1_000, 6_000, 20_000, 70_000, 400_000, 90_000_000, ...OLD),
  }),
  step(1, ['set back'], { ms: fc.constantFrom(500, 50_000, 100_000, 1_000_000, 500_000_000) }),
  step(3, ['open'], { newer, keys }),
  step(1, ['close'], { tab: choice }),
  step(2, ['reload'], { tab: choice, keys }),
  step(1, ['freeze', 'thaw', 'thaw'], { tab: choice }),
  step(1, ['log out'], { tab: choice }),
  step(2, ['crash'], { turns: fc.nat({ max: 40 }), newer, keys }),
  step(1, ['fail'], {
    fault: fc.constantFrom<StorageFault>('quota', 'abort', 'closed', 'blocked'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  step(2, ['slow'], { ms: fc.constantFrom(0, 0, 10, 300, 2_000) }),
  step(1, ['clear'], {}),
) as fc.Arbitrary<PersistStep>;

/** Histories of up to `maxLength` steps. */
export function persistHistories(maxLength: number): fc.Arbitrary<PersistHistory> {
  return fc.record({
    maxRows: fc.constantFrom(20_000, 3),
    migrates: fc.boolean(),
    steps: fc.array(steps, { maxLength, size: 'max' }),
  });
}
