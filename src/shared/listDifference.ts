/** From `start`, `added` items replace `removed` ones. Before and behind them, the lists are equal. */
export interface ListDifference {
  readonly start: number;
  readonly removed: number;
  readonly added: number;
}

interface Note extends ListDifference {
  readonly before: readonly unknown[];
}

/** Up to this length, a comparison is cheaper than a note. */
const SHORT = 32;

/** By the list after the change. */
const notes = new WeakMap<readonly unknown[], Note>();

/**
 * Tells `listDifference` how `after` was made of `before`, so that it need not compare them: a commit
 * and the views after it ask it several times. Both must stay as they are.
 */
export function noteDifference(
  before: readonly unknown[],
  after: readonly unknown[],
  start: number,
  removed: number,
): void {
  if (after.length <= SHORT) return;
  // A list keeps the one before it in memory, but not those before that.
  notes.delete(before);
  notes.set(after, { before, start, removed, added: after.length - before.length + removed });
}

/** Where two lists differ. */
export function listDifference(
  before: readonly unknown[],
  after: readonly unknown[],
): ListDifference {
  const note = notes.get(after);
  if (note?.before === before) return note;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && Object.is(before[start], after[start])) start++;
  let rest = shorter - start;
  while (
    rest > 0 &&
    Object.is(
      before[before.length - shorter + start + rest - 1],
      after[after.length - shorter + start + rest - 1],
    )
  ) {
    rest--;
  }
  return { start, removed: before.length - shorter + rest, added: after.length - shorter + rest };
}
