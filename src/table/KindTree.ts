import type { KindRows } from './KindRows.ts';

/** Kinds in a leaf, and children of an inner node. */
const WIDTH = 32;

/** Bits of a kind's index that a level consumes. */
const BITS = 5;

/**
 * The rows of all kinds, by the index of the kind: a list of up to 32 kinds; with more kinds, a
 * 32-way tree. So a commit copies a short list, whatever the number of kinds.
 */
export type KindNode = readonly (KindNode | KindRows | undefined)[];

/** The number of levels above the leaves, in bits, that a tree of so many kinds needs. */
export function levelFor(count: number): number {
  let level = 0;
  while (count > WIDTH << level) level += BITS;
  return level;
}

/** The tree with more levels above the leaves. */
export function raised(root: KindNode, level: number, to: number): KindNode {
  let node = root;
  for (let at = level; at < to; at += BITS) node = [node];
  return node;
}

/** The rows of a kind. */
export function kindAt(root: KindNode, level: number, index: number): KindRows | undefined {
  if (index >= WIDTH << level) return undefined;
  let node: KindNode | undefined = root;
  for (let at = level; at > 0; at -= BITS) {
    // The casts hold: inner nodes have nodes, leaves have rows.
    node = node?.[(index >>> at) % WIDTH] as KindNode | undefined;
  }
  return node?.[index % WIDTH] as KindRows | undefined;
}

/** The tree with other rows of a kind; copies the nodes on the path to it. */
export function withKind(
  node: KindNode | undefined,
  level: number,
  index: number,
  rows: KindRows | undefined,
): KindNode {
  const copy = node?.slice() ?? [];
  const at = (index >>> level) % WIDTH;
  // The cast holds: inner nodes have nodes.
  const child = copy[at] as KindNode | undefined;
  copy[at] = level === 0 ? rows : withKind(child, level - BITS, index, rows);
  return copy;
}

/** Puts other rows of a kind into a tree whose path to the kind was copied. */
export function replaceKind(
  root: KindNode,
  level: number,
  index: number,
  rows: KindRows | undefined,
): void {
  // The casts hold: the path was copied for this change, and inner nodes have nodes.
  let node = root as (KindNode | KindRows | undefined)[];
  for (let at = level; at > 0; at -= BITS) {
    node = node[(index >>> at) % WIDTH] as (KindNode | KindRows | undefined)[];
  }
  node[index % WIDTH] = rows;
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
