import { All } from '../../src/schema/All.ts';
import { Invalidate } from '../../src/schema/Invalidate.ts';
import type { Placing } from '../../src/commits/Action.ts';
import { applyExpire, applyInvalidate } from '../../src/commits/applyExpiry.ts';
import { applyError } from '../../src/commits/applyResponse.ts';
import { emptyState, inSlot, StateSlot, type StoreState } from '../../src/commits/StoreState.ts';
import { ann, bob, User } from '../support/entities.ts';
import {
  reduce,
  reset,
  response as stored,
  value as written,
  type Write,
} from '../support/writes.ts';

const at = (seq: number, epoch = 0): Placing => ({
  seq,
  epoch,
  fetchedAt: seq * 10,
  receivedAt: seq * 10 + 5,
});

const answer = (seq: number, response: unknown, epoch = 0): Write =>
  stored({
    key: 'users',
    name: 'users',
    args: [],
    schema: [User],
    response,
    placing: at(seq, epoch),
    expiryLength: 100,
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
      placing: at(seq),
      expiryLength: 7,
    });

const set = (seq: number, schema: unknown, value: unknown): Write =>
  written({
    schema: schema as typeof User,
    args: [],
    value,
    placing: at(seq),
    expiryLength: 100,
  });

const invalidate =
  (seq: number): Write =>
  (draft) =>
    applyInvalidate(draft, { type: 'invalidate', keys: ['users'], seq });

const expire =
  (seq: number): Write =>
  (draft) =>
    applyExpire(draft, { type: 'expire', keys: ['users'], seq });

const start = emptyState(0);
const after = (...writes: readonly Write[]): StoreState => reduce(start, writes).state;

describe('the next state', () => {
  it('is a new value; the one before stays as it was', () => {
    const state = after(answer(1, [ann]));
    expect(start.answers.size).toBe(0);
    expect(start.entities.has('User', '1')).toBe(false);
    expect(state.entities.get('User', '1')).toMatchObject({ name: 'Ann' });
    expect(state.answers.get('users')).toEqual({
      result: ['1'],
      answered: true,
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

  it('is the same whatever is reduced in one go', () => {
    const actions = [answer(1, [ann]), set(2, User, bob), answer(3, [bob])];
    const oneByOne = actions.reduce((state, action) => reduce(state, [action]).state, start);
    const { state } = reduce(start, actions);
    expect([...state.entities.entries('User')]).toEqual([...oneByOne.entities.entries('User')]);
    expect([...state.answers.entries()]).toEqual([...oneByOne.answers.entries()]);
  });

  it('tells which rows and keys differ', () => {
    const { state } = reduce(start, [answer(1, [ann])]);
    const { changes, keys } = reduce(state, [
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
    expect([...keys]).toEqual(['users']);
  });

  it('throws for wrong data, and the state is as it was', () => {
    const state = after(answer(1, [ann]));
    expect(() => reduce(state, [answer(2, [bob, {}])])).toThrow(/SB_PK_MISSING/);
    expect([...state.entities.entries('User')]).toHaveLength(1);
    expect(state.answers.get('users')?.seq).toBe(1);
    expect([...reduce(state, [answer(3, [bob])]).state.entities.entries('User')]).toHaveLength(2);
  });
});

describe('a slot of the state', () => {
  const numbers = new StateSlot<readonly number[]>([]);
  const add =
    (number: number): Write =>
    (draft) =>
      draft.put(numbers, [...inSlot(draft, numbers), number]);

  it('has what actions have put there, in this state and those made of it', () => {
    const one = after(add(1));
    const two = reduce(one, [add(2), set(1, User, ann)]).state;
    expect([start, one, two].map((state) => inSlot(state, numbers))).toEqual([[], [1], [1, 2]]);
  });

  it('is empty after a reset', () => {
    expect(inSlot(after(add(1), reset), numbers)).toBe(numbers.initial);
    expect(inSlot(after(add(1), reset, add(2)), numbers)).toEqual([2]);
  });
});

describe('an answer', () => {
  it('of an earlier place changes no answer, and no newer row', () => {
    const state = after(answer(5, [{ ...ann, name: 'newer' }]), answer(2, [ann, bob]));
    expect(state.answers.get('users')).toMatchObject({ result: ['1'], seq: 5 });
    expect(state.entities.get('User', '1')).toMatchObject({ name: 'newer' });
    expect(state.entities.has('User', '2')).toBe(true);
  });

  it('of another epoch changes nothing', () => {
    const state = after(reset, answer(2, [ann], 0));
    expect(state.epoch).toBe(1);
    expect(state.entities.has('User', '1')).toBe(false);
    expect(state.answers.size).toBe(0);
  });

  it('that was asked for before an invalidation is not kept, one after it clears the mark', () => {
    const marked = after(answer(1, [ann]), invalidate(5));
    expect(marked.answers.get('users')).toMatchObject({ answered: false, invalidatedSeq: 5 });
    const late = reduce(marked, [answer(4, [bob])]).state;
    expect(late.answers.get('users')).toMatchObject({ answered: false, invalidatedSeq: 5 });
    const next = reduce(late, [answer(6, [bob])]).state;
    expect(next.answers.get('users')).toMatchObject({ answered: true, invalidatedSeq: 0 });
  });

  it('that was asked for before an expiry is stale as it comes, one after it is fresh', () => {
    const marked = after(answer(1, [ann]), expire(5));
    expect(marked.answers.get('users')).toMatchObject({ answered: true, expiresAt: 0 });
    const late = reduce(marked, [answer(4, [bob])]).state;
    expect(late.answers.get('users')).toMatchObject({ result: ['2'], expiresAt: 0 });
    const next = reduce(late, [answer(6, [ann])]).state;
    expect(next.answers.get('users')).toMatchObject({ result: ['1'], expiresAt: 165 });
  });

  it('keeps the parts of the one before that are equal', () => {
    const state = after(answer(1, [ann, bob]));
    const { result } = state.answers.get('users')!;
    const next = reduce(state, [answer(2, [{ ...ann }, { ...bob, name: 'Bobby' }])]).state;
    expect(next.answers.get('users')!.result).toBe(result);
  });

  it('clears the error', () => {
    const state = after(failure(1, new Error('down')), answer(2, [ann]));
    expect(state.answers.get('users')).toMatchObject({ error: undefined, errorPolicy: undefined });
  });
});

describe('a failure', () => {
  it('is kept beside the answer before it', () => {
    const down = new Error('down');
    const state = after(answer(1, [ann]), failure(2, down));
    expect(state.answers.get('users')).toMatchObject({
      result: ['1'],
      answered: true,
      error: down,
      errorPolicy: 'soft',
      expiresAt: 32,
    });
  });

  it('of an earlier place changes nothing', () => {
    const state = after(answer(3, [ann]), failure(2, new Error('down')));
    expect(state.answers.get('users')?.error).toBeUndefined();
  });
});

describe('a collection', () => {
  const collected =
    (keys: string[], pks: string[], kinds: string[]): Write =>
    (draft) => {
      draft.forgetResults(keys);
      for (const pk of pks) draft.forgetRow('User', pk);
      draft.forgetKinds(kinds);
    };

  it('forgets answers, not their entities', () => {
    const state = after(answer(1, [ann]), collected(['users'], [], []));
    expect(state.answers.has('users')).toBe(false);
    expect(state.entities.has('User', '1')).toBe(true);
  });

  it('forgets entities and that others were removed; a state that somebody holds has them still', () => {
    const before = after(answer(1, [ann, bob]), set(2, new Invalidate(User), '2'));
    const { state, changes } = reduce(before, [collected([], ['1', '2', '3'], [])]);
    expect([state.entities.has('User', '1'), state.entities.isRemoved('User', '2')]).toEqual([
      false,
      false,
    ]);
    expect([before.entities.has('User', '1'), before.entities.isRemoved('User', '2')]).toEqual([
      true,
      true,
    ]);
    expect(changes.changeCount('User')).toBe(1);
  });

  it('forgets that all of a kind were asked for', () => {
    const before = after(set(1, new All(User), []));
    expect([...before.kinds]).toEqual(['User']);
    expect(reduce(before, [collected([], [], ['User', 'Post'])]).state.kinds.size).toBe(0);
  });
});
