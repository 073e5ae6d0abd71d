import { SlotVector } from '../../src/table/SlotVector.ts';
import { nodesOf } from './nodesOf.ts';

describe('SlotVectorDraft', () => {
  it('returns the vector it began with if nothing changed', () => {
    const draft = SlotVector.empty<string>().draft();
    draft.push('a');
    const vector = draft.freeze();
    const same = vector.draft();
    same.set(0, 'a');
    expect(same.freeze()).toBe(vector);
    expect(vector.draft().freeze()).toBe(vector);
    expect(draft.freeze()).toBe(vector);
  });

  it('leaves holes when it writes far beyond the end', () => {
    const draft = SlotVector.empty<string>().draft();
    draft.set(3, 'early');
    draft.set(70_000, 'late');
    draft.set(69_000, 'between');
    draft.set(40, 'filled');
    const vector = draft.freeze();
    expect(vector.length).toBe(70_001);
    expect([...vector.slots()]).toEqual([3, 40, 69_000, 70_000]);
    expect(vector.get(69_000)).toBe('between');
    expect(vector.get(5)).toBeUndefined();
    expect(nodesOf(vector).size).toBeLessThan(12);
  });

  it('does not change a frozen vector by later writes', () => {
    const draft = SlotVector.empty<string>().draft();
    for (let i = 0; i < 100; i++) draft.push('before');
    const frozen = draft.freeze();
    draft.set(1, 'after');
    draft.set(99, 'after');
    draft.setPair(50, 'after', 'after');
    draft.setSecond(60, 'before', 'after');
    draft.push('after');
    expect(frozen.length).toBe(100);
    frozen.forEach((value) => expect(value).toBe('before'));
    expect(draft.freeze().get(61)).toBe('after');
  });

  it('does not change the vector it began with', () => {
    const source = SlotVector.empty<string>().draft();
    for (let i = 0; i < 40; i++) source.push('before');
    const base = source.freeze();
    const draft = base.draft();
    for (let i = 0; i < 40; i++) draft.set(i, 'after');
    base.forEach((value) => expect(value).toBe('before'));
    expect(draft.get(39)).toBe('after');
  });

  it('writes a pair at once', () => {
    const draft = SlotVector.empty<string>().draft();
    draft.setPair(32, 'a', 'b');
    draft.setPair(0, 'c', 'd');
    expect(draft.length).toBe(34);
    expect([0, 1, 2, 32, 33].map((slot) => draft.get(slot))).toEqual([
      'c',
      'd',
      undefined,
      'a',
      'b',
    ]);
  });

  it('replaces the second of a pair only if the first is the given one', () => {
    const draft = SlotVector.empty<string>().draft();
    for (let slot = 0; slot < 80; slot += 2) draft.setPair(slot, 'row', 'old');
    const base = draft.freeze();
    const next = base.draft();
    expect(next.setSecond(2, 'other', 'x')).toBe(false);
    expect(next.setSecond(-1, 'row', 'x')).toBe(false);
    expect(next.setSecond(80, 'row', 'x')).toBe(false);
    expect(next.setSecond(2, 'row', 'old')).toBe(true);
    expect(next.freeze()).toBe(base);
    expect(next.setSecond(2, 'row', 'new')).toBe(true);
    expect(next.setSecond(4, 'other', 'x')).toBe(false);
    expect(next.setSecond(4, 'row', 'new')).toBe(true);
    expect(next.setSecond(78, 'row', 'new')).toBe(true);
    expect([3, 5, 7, 79].map((slot) => next.get(slot))).toEqual(['new', 'new', 'old', 'new']);
    expect(base.get(3)).toBe('old');
  });

  it('copies a node once and edits the copy in place from then on', () => {
    const source = SlotVector.empty<number>().draft();
    for (let i = 0; i < 2000; i++) source.push(i);
    const draft = source.freeze().draft();
    draft.set(5, -1);
    draft.set(100, -1);
    draft.set(1999, -1);
    const ours = nodesOf(draft);
    for (const slot of [6, 101, 1998, 7, 102]) draft.set(slot, -1);
    expect([...nodesOf(draft)].filter((node) => !ours.has(node))).toEqual([]);
  });
});
