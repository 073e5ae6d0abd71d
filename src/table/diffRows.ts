import { NODE_BITS, NODE_SIZE, type RowNode, type RowVector } from './RowVector.ts';

/** Called with a slot and what it contains after and before; `undefined` stands for a hole. */
export type SlotVisitor = (
  slot: number,
  content: object | undefined,
  previous: object | undefined,
) => void;

/**
 * Calls `visit`, in slot order, for every slot whose content differs between two vectors, or whose
 * meta differs. Skips shared nodes, so the cost follows the difference and not the length; if it is
 * known that only slots between `from` and `to` differ, one row is found without a search.
 */
export function diffRows(
  before: RowVector,
  after: RowVector,
  by: 'content' | 'meta',
  visit: SlotVisitor,
  from = 0,
  to = Math.max(before.length, after.length) - 1,
): void {
  const shift = Math.max(before.shift, after.shift);
  const offset = by === 'meta' ? 1 : 0;

  const [a, b] = [raisedRoot(before, shift), raisedRoot(after, shift)];
  walk(a, b, shift, 0, from, to, offset, visit);
}

// Not a closure: that would cost as much as the comparison of one row.
// The casts hold: the children of an inner node are nodes; leaves have contents at even indexes.
function walk(
  a: RowNode,
  b: RowNode,
  level: number,
  start: number,
  from: number,
  to: number,
  offset: number,
  visit: SlotVisitor,
): void {
  if (level < 0) {
    for (let index = 0; index < NODE_SIZE; index += 2) {
      if (a[index + offset] === b[index + offset]) continue;
      visit(start + (index >> 1), b[index] as object | undefined, a[index] as object | undefined);
    }
    return;
  }
  const last = Math.min((to - start) >> level, NODE_SIZE - 1);
  for (let index = Math.max((from - start) >> level, 0); index <= last; index++) {
    if (a[index] === b[index]) continue;
    const childOfA = (a[index] ?? NO_NODE) as RowNode;
    const childOfB = (b[index] ?? NO_NODE) as RowNode;
    const first = start + (index << level);
    walk(childOfA, childOfB, level - NODE_BITS, first, from, to, offset, visit);
  }
}

const NO_NODE: RowNode = Array(NODE_SIZE);

function raisedRoot({ root = NO_NODE, shift }: RowVector, to: number): RowNode {
  let node = root;
  for (let level = shift; level < to; level += NODE_BITS) node = [node];
  return node;
}
