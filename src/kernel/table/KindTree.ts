import type { KindRows } from './KindRows.ts';

/** Kinds in a leaf, and children of an inner node. */
export const WIDTH = 32;

/** Bits of a kind's index that a level consumes. */
export const BITS = 5;

/**
 * The rows of all kinds, by the index of the kind: a list of up to 32 kinds; with more kinds, a
 * 32-way tree. So a commit copies a short list, whatever the number of kinds.
 */
export type KindNode = readonly (KindNode | KindRows | undefined)[];

/** The rows of all kinds, by index. */
export function* kindsIn(root: KindNode, level: number): IterableIterator<KindRows> {
  for (const child of root) {
    // The casts hold: inner nodes have nodes, leaves have rows.
    if (child === undefined) continue;
    if (level === 0) yield child as KindRows;
    else yield* kindsIn(child as KindNode, level - BITS);
  }
}

/**
 * The tree with other rows of a kind; copies the nodes on the path to it, unless they belong to
 * the caller: `isOwn`.
 */
export function withKind(
  node: KindNode | undefined,
  level: number,
  index: number,
  rows: KindRows | undefined,
  isOwn = false,
): KindNode {
  // The casts hold: a node that belongs to the caller may be edited, and inner nodes have nodes.
  const next = (isOwn ? node : (node?.slice() ?? [])) as (KindNode | KindRows | undefined)[];
  const at = (index >>> level) % WIDTH;
  const child = next[at] as KindNode | undefined;
  next[at] = level === 0 ? rows : withKind(child, level - BITS, index, rows, isOwn);
  return next;
}

/** Calls `visit` with the rows of each kind that differs; skips what two trees share. */
export function forEachDifference(
  a: KindNode | undefined,
  b: KindNode | undefined,
  level: number,
  visit: (before: KindRows | undefined, after: KindRows | undefined) => void,
): void {
  for (let at = 0; at < WIDTH; at++) {
    const [before, after] = [a?.[at], b?.[at]];
    if (before === after) continue;
    // The casts hold: inner nodes have nodes, leaves have rows.
    if (level === 0) visit(before as KindRows | undefined, after as KindRows | undefined);
    else
      forEachDifference(
        before as KindNode | undefined,
        after as KindNode | undefined,
        level - BITS,
        visit,
      );
  }
}
