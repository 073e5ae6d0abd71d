import type { KindDraft } from '../../../src/kernel/table/KindDraft.ts';
import { nodesOf } from './nodesOf.ts';
import { metaAt } from './metaAt.ts';
import { draftOf, meta, noRows, rowsOf } from './rowsOf.ts';

const before = { is: 'before' };
const after = { is: 'after' };
const later = metaAt(2);

function filled(count: number): KindDraft {
  const draft = draftOf(noRows());
  for (let slot = 0; slot < count; slot++) draft.set(slot, before, meta);
  return draft;
}

describe('KindDraft', () => {
  it('returns the snapshot it began with if nothing changed', () => {
    const draft = draftOf(noRows());
    draft.set(0, before, meta);
    const snapshot = draft.snapshot();
    const same = draftOf(snapshot);
    expect(same.refresh(0, before, meta)).toBe(true);
    expect(same.snapshot()).toBe(snapshot);
    expect(draft.snapshot()).toBe(snapshot);
  });

  it('leaves holes when it writes far beyond the end', () => {
    const draft = draftOf(noRows());
    for (const slot of [3, 70_000, 69_000, 40]) draft.set(slot, { slot }, meta);
    const snapshot = draft.snapshot();
    expect(snapshot.length).toBe(70_001);
    expect([...snapshot.slots()]).toEqual([3, 40, 69_000, 70_000]);
    expect(snapshot.content(69_000)).toEqual({ slot: 69_000 });
    expect(snapshot.content(5)).toBeUndefined();
    expect(nodesOf(snapshot).size).toBeLessThan(14);
  });

  it('does not change a snapshot by later writes', () => {
    const draft = filled(100);
    const snapshot = draft.snapshot();
    draft.set(1, after, later);
    draft.set(99, after, later);
    draft.refresh(60, before, later);
    draft.set(100, after, later);
    expect(snapshot.length).toBe(100);
    snapshot.forEach((content, slot) =>
      expect([content, snapshot.metaAt(slot)]).toEqual([before, meta]),
    );
    expect(draft.snapshot().metaAt(60)).toBe(later);
  });

  it('does not change the snapshot it began with', () => {
    const base = filled(40).snapshot();
    const draft = draftOf(base);
    for (let slot = 0; slot < 40; slot++) draft.set(slot, after, later);
    base.forEach((content) => expect(content).toBe(before));
    expect(draft.content(39)).toBe(after);
  });

  it('replaces the meta of a row only if the row has the given content', () => {
    const base = filled(40).snapshot();
    const next = draftOf(base);
    for (const slot of [-1, 40]) expect(next.refresh(slot, before, later)).toBe(false);
    expect(next.refresh(1, after, later)).toBe(false);
    expect(next.refresh(1, before, meta)).toBe(true);
    expect(next.snapshot()).toBe(base);
    for (const slot of [1, 2, 39]) expect(next.refresh(slot, before, later)).toBe(true);
    expect(next.refresh(2, after, meta)).toBe(false);
    expect([1, 2, 3, 39].map((slot) => next.metaAt(slot))).toEqual([later, later, meta, later]);
    expect(base.metaAt(1)).toBe(meta);
  });

  it('copies a node once and edits the copy in place from then on', () => {
    const draft = draftOf(rowsOf(1000));
    for (const slot of [5, 100, 999]) draft.set(slot, after, meta);
    const ours = nodesOf(draft);
    for (const slot of [6, 101, 998, 7, 102]) draft.set(slot, after, meta);
    expect([...nodesOf(draft)].filter((node) => !ours.has(node))).toEqual([]);
  });
});
