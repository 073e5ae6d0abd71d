import { All } from '../../../src/data/schema/All.ts';
import { Invalidate } from '../../../src/data/schema/Invalidate.ts';
import type { Meta } from '../../../src/kernel/commits/Action.ts';
import { applyExpire, applyInvalidate } from '../../../src/kernel/commits/applyExpiry.ts';
import { applyError } from '../../../src/kernel/commits/applyResponse.ts';
import { EntityTable } from '../../../src/kernel/table/EntityTable.ts';
import { COMPLETE, RESULTS } from '../../../src/kernel/table/KindRows.ts';
import { inSlot, type StateSlot } from '../../../src/kernel/table/StateSlot.ts';
import { ann, bob, User } from '../../support/entities.ts';
import {
  reduce,
  reset,
  response as stored,
  value as written,
  type Write,
} from '../../support/writes.ts';

const at = (seq: number, epoch = 0, expiryLength = 100): Meta => ({
  seq,
  epoch,
  fetchedAt: seq * 10,
  receivedAt: seq * 10 + 5,
  expiresAt: seq * 10 + 5 + expiryLength,
});

const respond = (seq: number, response: unknown, epoch = 0): Write =>
  stored({
    key: 'users',
    name: 'users',
    args: [],
    schema: [User],
    response,
    meta: at(seq, epoch),
    keep: true,
  });

const failure =
  (seq: number, error: Error): Write =>
  (draft) =>
    applyError(draft, {
      type: 'setError',
      key: 'users',
      name: 'users',
      args: [],
      error,
      errorPolicy: 'soft',
      meta: at(seq, 0, 7),
    });

const set = (seq: number, schema: unknown, value: unknown): Write =>
  written({
    schema: schema as typeof User,
    args: [],
    value,
    meta: at(seq),
  });

const invalidate =
  (seq: number): Write =>
  (draft) =>
    applyInvalidate(draft, { type: 'invalidate', keys: ['users'], seq });

const expire =
  (seq: number): Write =>
  (draft) =>
    applyExpire(draft, { type: 'expire', keys: ['users'], seq });

const start = EntityTable.empty();
const after = (...writes: readonly Write[]): EntityTable => reduce(start, writes).table;

describe('the next state', () => {
  it('is a new value; the previous state is unchanged', () => {
    const state = after(respond(1, [ann]));
    expect([...start.results()]).toEqual([]);
    expect(start.has('User', '1')).toBe(false);
    expect(state.get('User', '1')).toMatchObject({ name: 'Ann' });
    expect(state.result('users')).toEqual({
      result: ['1'],
      hasResult: true,
      error: undefined,
      errorPolicy: undefined,
      seq: 1,
      fetchedAt: 10,
      receivedAt: 15,
      expiresAt: 115,
      invalidatedSeq: 0,
      expiredSeq: 0,
    });
  });

  it('is the same whether actions are applied one by one or together', () => {
    const actions = [respond(1, [ann]), set(2, User, bob), respond(3, [bob])];
    const oneByOne = actions.reduce((state, action) => reduce(state, [action]).table, start);
    const { table: state } = reduce(start, actions);
    expect([...state.entries('User')]).toEqual([...oneByOne.entries('User')]);
    expect([...state.results()]).toEqual([...oneByOne.results()]);
  });

  it('lists the rows and keys that changed', () => {
    const { table: state } = reduce(start, [respond(1, [ann])]);
    const { changes } = reduce(state, [
      set(2, User, bob),
      set(3, new Invalidate(User), '1'),
      invalidate(4),
    ]);
    const seen: unknown[] = [];
    changes.forEach('User', (pk, record, previous) => seen.push([pk, !previous, !record]));
    expect(seen).toEqual([
      ['1', false, true],
      ['2', true, false],
    ]);
    expect(changes.reserved(RESULTS)).toEqual(['users']);
  });

  it('is not created from wrong data: the error is thrown and the state is unchanged', () => {
    const state = after(respond(1, [ann]));
    expect(() => reduce(state, [respond(2, [bob, {}])])).toThrow(/SB_PK_MISSING/);
    expect([...state.entries('User')]).toHaveLength(1);
    expect(state.result('users')?.seq).toBe(1);
    expect([...reduce(state, [respond(3, [bob])]).table.entries('User')]).toHaveLength(2);
  });
});

describe('a slot of the state', () => {
  const numbers: StateSlot<readonly number[]> = { initial: [] };
  const add =
    (number: number): Write =>
    (draft) =>
      draft.put(numbers, [...inSlot(draft, numbers), number]);

  it('keeps values in the state that wrote them and in all later states', () => {
    const one = after(add(1));
    const two = reduce(one, [add(2), set(1, User, ann)]).table;
    expect([start, one, two].map((state) => inSlot(state, numbers))).toEqual([[], [1], [1, 2]]);
  });

  it('has its initial value after a reset', () => {
    expect(inSlot(after(add(1), reset), numbers)).toBe(numbers.initial);
    expect(inSlot(after(add(1), reset, add(2)), numbers)).toEqual([2]);
  });
});

describe('a response', () => {
  it('that is older changes neither the result nor a newer row', () => {
    const state = after(respond(5, [{ ...ann, name: 'newer' }]), respond(2, [ann, bob]));
    expect(state.result('users')).toMatchObject({ result: ['1'], seq: 5 });
    expect(state.get('User', '1')).toMatchObject({ name: 'newer' });
    expect(state.has('User', '2')).toBe(true);
  });

  it('of another epoch changes nothing', () => {
    const state = after(reset, respond(2, [ann], 0));
    expect(state.epoch).toBe(1);
    expect(state.has('User', '1')).toBe(false);
    expect([...state.results()]).toEqual([]);
  });

  it('to a request before an invalidation is not kept, a later one clears the invalidation', () => {
    const marked = after(respond(1, [ann]), invalidate(5));
    expect(marked.result('users')).toMatchObject({ hasResult: false, invalidatedSeq: 5 });
    const late = reduce(marked, [respond(4, [bob])]).table;
    expect(late.result('users')).toMatchObject({ hasResult: false, invalidatedSeq: 5 });
    const next = reduce(late, [respond(6, [bob])]).table;
    expect(next.result('users')).toMatchObject({ hasResult: true, invalidatedSeq: 0 });
  });

  it('to a request before an expiry is stale, a later one is fresh', () => {
    const marked = after(respond(1, [ann]), expire(5));
    expect(marked.result('users')).toMatchObject({ hasResult: true, expiresAt: 0 });
    const late = reduce(marked, [respond(4, [bob])]).table;
    expect(late.result('users')).toMatchObject({ result: ['2'], expiresAt: 0 });
    const next = reduce(late, [respond(6, [ann])]).table;
    expect(next.result('users')).toMatchObject({ result: ['1'], expiresAt: 165 });
  });

  it('keeps the references of equal parts of the previous result', () => {
    const state = after(respond(1, [ann, bob]));
    const { result } = state.result('users')!;
    const next = reduce(state, [respond(2, [{ ...ann }, { ...bob, name: 'Bobby' }])]).table;
    expect(next.result('users')!.result).toBe(result);
  });

  it('clears the error', () => {
    const state = after(failure(1, new Error('down')), respond(2, [ann]));
    expect(state.result('users')).toMatchObject({
      error: undefined,
      errorPolicy: undefined,
    });
  });
});

describe('a failure', () => {
  it('is kept beside the previous result', () => {
    const down = new Error('down');
    const state = after(respond(1, [ann]), failure(2, down));
    expect(state.result('users')).toMatchObject({
      result: ['1'],
      hasResult: true,
      error: down,
      errorPolicy: 'soft',
      expiresAt: 32,
    });
  });

  it('that is older changes nothing', () => {
    const state = after(respond(3, [ann]), failure(2, new Error('down')));
    expect(state.result('users')?.error).toBeUndefined();
  });
});

describe('garbage collection', () => {
  const collected =
    (keys: string[], pks: string[], kinds: string[]): Write =>
    (draft) => {
      for (const key of keys) draft.forget(RESULTS, key);
      for (const pk of pks) draft.forget('User', pk);
      for (const kind of kinds) draft.forget(COMPLETE, kind);
    };

  it('forgets results, not their entities', () => {
    const state = after(respond(1, [ann]), collected(['users'], [], []));
    expect(state.result('users')).toBeUndefined();
    expect(state.has('User', '1')).toBe(true);
  });

  it('forgets entities and the traces of removed ones; older states still have them', () => {
    const before = after(respond(1, [ann, bob]), set(2, new Invalidate(User), '2'));
    const { table: state, changes } = reduce(before, [collected([], ['1', '2', '3'], [])]);
    expect([state.has('User', '1'), state.isRemoved('User', '2')]).toEqual([false, false]);
    expect([before.has('User', '1'), before.isRemoved('User', '2')]).toEqual([true, true]);
    expect(changes.changeCount('User')).toBe(1);
  });

  it('forgets that the list of all entities was written', () => {
    const before = after(set(1, new All(User), []));
    expect(before.completeKeys()).toEqual(['User']);
    const { table: state } = reduce(before, [collected([], [], ['User', 'Post'])]);
    expect(state.completeKeys()).toEqual([]);
  });
});
