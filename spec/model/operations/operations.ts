import fc from 'fast-check';
import { ENDPOINTS, KEYS } from '../model/keys.ts';
import type { Batch, Damage, Habit, Operation, Part, Write } from './Operation.ts';

const id = fc.constantFrom('1', '2', '3', '10');
const key = fc.nat({ max: KEYS.length - 1 });
const which = fc.nat({ max: 5 });
const doc = fc.constantFrom('d1', 'd2');
const rev = fc.integer({ min: 1, max: 5 });
const text = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const email = fc.oneof(
  weighted(4, text),
  weighted(1, fc.constantFrom(['a', 'b'], ['a', 'c'], ['b'])),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ name: text }),
  fc.record({ email }),
  fc.record({ name: text, email }),
);
const isShown = fc.boolean();
const ids = fc.uniqueArray(id, { minLength: 2, maxLength: 2 });
const endpoint = fc.constantFrom(...ENDPOINTS);

/** `weight` times as likely as what weighs 1. */
function weighted<T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.WeightedArbitrary<T> {
  return { weight, arbitrary };
}

function step<const D extends string, M>(name: D, members: { [K in keyof M]: fc.Arbitrary<M[K]> }) {
  return fc.record({ do: fc.constant(name), ...members }) as unknown as fc.Arbitrary<
    { readonly do: D } & Readonly<M>
  >;
}

/** Changes of lists. */
const listWrites: readonly fc.WeightedArbitrary<Write>[] = [
  weighted(2, step('push', { id, part })),
  weighted(1, step('unshift', { id, part })),
  weighted(2, step('move', { id, part })),
  weighted(2, step('leave', { id, team: fc.constantFrom('a', 'b', undefined) })),
];
const rowWrites: readonly fc.WeightedArbitrary<Write>[] = [
  weighted(5, step('set', { id, part })),
  weighted(2, step('setWith', { id, text })),
  weighted(1, step('setList', { ids, part })),
  weighted(2, step('respond', { key, text })),
  weighted(1, step('refuse', { key })),
  weighted(2, step('setDoc', { id: doc, rev })),
  weighted(2, step('dropDoc', { id: doc, rev: fc.option(rev, { nil: undefined }) })),
];
const drop = step('drop', { id });
const reset = fc.constant({ do: 'reset' as const });
const plainWrites: readonly fc.WeightedArbitrary<Write>[] = [
  ...rowWrites,
  ...listWrites,
  weighted(2, drop),
  weighted(3, step('invalidate', { key })),
  weighted(1, reset),
];
const marks: readonly fc.WeightedArbitrary<Write>[] = [
  weighted(1, step('invalidateAll', { endpoint })),
  weighted(2, step('expireAll', { endpoint })),
];
const write: fc.Arbitrary<Write> = fc.oneof(...plainWrites, ...marks);

/**
 * Writes of one commit. The order in `All` is not specified for a user that is removed and written
 * in one commit, so removals do not mix with writes.
 */
const together = fc.oneof(
  weighted(
    3,
    fc.array(
      fc.oneof(...rowWrites, ...listWrites, ...marks, weighted(2, step('invalidate', { key }))),
      {
        maxLength: 4,
      },
    ),
  ),
  weighted(1, fc.array(fc.oneof(weighted(2, drop), ...marks), { maxLength: 4 })),
  weighted(1, fc.tuple(reset, fc.oneof(...rowWrites))),
);

/** A batch, with some of its writes in an inner one. */
function batch(writes: fc.Arbitrary<readonly Write[]>, fails: fc.Arbitrary<boolean>) {
  const cut = fc.nat({ max: 3 });
  return fc
    .tuple(writes, cut, cut, fc.boolean(), fails)
    .map(([all, from, to, innerFails, outerFails]): Batch => {
      const inner = { do: 'batch' as const, writes: all.slice(from, to), fails: innerFails };
      const around = [...all.slice(0, from), inner, ...all.slice(Math.max(from, to))];
      return { do: 'batch', writes: from < to ? around : all, fails: outerFails };
    });
}

/** What messages write; a message never resets the store. */
const message: fc.Arbitrary<Write> = fc.oneof(
  ...rowWrites,
  ...listWrites,
  ...marks,
  weighted(4, drop),
  weighted(2, step('invalidate', { key })),
);

const habit: fc.Arbitrary<Habit> = fc.oneof(
  weighted(6, fc.constant('quiet' as const)),
  weighted(1, fc.constant('throws' as const)),
  weighted(1, fc.record({ writes: fc.oneof(...plainWrites) })),
);

const damages = ['no id', 'null', 'text', 'bad user', 'throws', 'throwing member'] as const;
const damage: fc.Arbitrary<Damage> = fc.constantFrom(...damages);

const watched = fc.constantFrom('user 1', 'user 2', 'user 3', 'all', 'both', 'rows');

/** The operations with their weights. */
const kinds: readonly fc.WeightedArbitrary<Operation>[] = [
  weighted(12, step('subscribe', { key, habit })),
  weighted(5, step('unsubscribe', { which })),
  weighted(3, step('watch', { what: watched })),
  weighted(1, step('unwatch', { which })),
  weighted(5, step('fetch', { key })),
  weighted(2, step('fetchIfStale', { key })),
  weighted(3, step('fetchFor', { key })),
  weighted(3, step('abort', { which })),
  weighted(
    5,
    step('change', { ids: fc.oneof(fc.tuple(id), ids), part, isShown, mayAbort: fc.boolean() }),
  ),
  weighted(2, step('create', { part, isShown })),
  weighted(2, step('changeNew', { which, part, isShown })),
  weighted(2, step('removeNew', { which, isShown })),
  weighted(3, step('remove', { id, isShown })),
  weighted(2, step('append', { id, text })),
  weighted(8, step('handle', { which })),
  weighted(14, step('deliver', { which })),
  weighted(6, step('deliver more', { which })),
  weighted(2, step('lose', { which })),
  weighted(2, step('spoil', { which, how: damage })),
  weighted(10, write),
  weighted(2, batch(together, fc.constant(false))),
  weighted(1, batch(fc.array(write, { maxLength: 4 }), fc.constant(true))),
  weighted(6, step('message', { write: message })),
  weighted(4, fc.constant({ do: 'apply messages' as const })),
  weighted(
    1,
    step('bad set', { how: fc.oneof(damage, fc.constant('throwing function' as const)) }),
  ),
  weighted(2, step('edit', { id: doc })),
  weighted(3, fc.constant({ do: 'gc' as const })),
  weighted(3, step('wait', { ms: fc.constantFrom(1, 999, 1_001, 3_000, 4_000, 10_001, 60_001) })),
];

/** A history. */
export interface History {
  /** Whether the store collects garbage. */
  readonly collects: boolean;
  /** Whether reads have a time limit and are retried. */
  readonly isTried: boolean;
  readonly operations: readonly Operation[];
}

/** Histories of up to `maxLength` operations. */
export function histories(maxLength: number): fc.Arbitrary<History> {
  return fc.record({
    collects: fc.boolean(),
    isTried: fc.boolean(),
    operations: fc.array(fc.oneof(...kinds), { maxLength, size: 'max' }),
  });
}
