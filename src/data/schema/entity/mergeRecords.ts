import { shareStructure } from '../../../shared/shareStructure.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Merges `incoming` into `existing`, member by member. Returns `existing` itself if nothing
 * changes. Members that are `undefined` in `incoming` keep their value; `null` clears. Unchanged
 * parts of nested JSON keep their reference. Members in `without` are ignored.
 */
export function mergeRecords(
  existing: object,
  incoming: object,
  without?: ReadonlySet<string>,
): object {
  const before = existing as Members;
  const after = incoming as Members;
  let copy: Record<string, unknown> | undefined;
  // Hot loop: for..in over a record literal is the cheapest way to visit its members.
  for (const name in after) {
    const value = after[name];
    const old = before[name];
    if (value === old || value === undefined || without?.has(name)) continue;
    const shared = typeof value === 'object' ? shareStructure(old, value) : value;
    if (Object.is(shared, old)) continue;
    // An assignment would set the prototype.
    if (name === '__proto__') continue;
    copy ??= { ...before };
    copy[name] = shared;
  }
  return copy ?? existing;
}
