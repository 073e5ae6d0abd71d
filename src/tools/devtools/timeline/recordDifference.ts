import { listDifference } from '../../../shared/listDifference.ts';

/** One member of a record, before and after a commit. */
export interface MemberChange {
  /** The way to the member: `address.city`, `tags[2]`. Empty: the record itself. */
  readonly path: string;
  readonly type: 'added' | 'updated' | 'removed';
  /** `undefined` if it was added. */
  readonly before: unknown;
  /** `undefined` if it was removed. */
  readonly after: unknown;
}

/** A comparison lists at most so many members. */
const MAX_CHANGES = 200;

/** Below, values are compared as a whole. */
const MAX_DEPTH = 6;

/**
 * What differs between two records, member by member. Nested objects and lists are followed, so the
 * cost follows what differs: snapshots share what is equal. At most 200 members.
 */
export function recordDifference(
  before: object | undefined,
  after: object | undefined,
): readonly MemberChange[] {
  const changes: MemberChange[] = [];
  compare('', before ?? {}, after ?? {}, 0, changes);
  return changes;
}

function compare(
  path: string,
  before: unknown,
  after: unknown,
  depth: number,
  changes: MemberChange[],
): void {
  if (Object.is(before, after) || changes.length >= MAX_CHANGES) return;
  if (depth < MAX_DEPTH && Array.isArray(before) && Array.isArray(after)) {
    compareLists(path, before, after, depth, changes);
  } else if (depth < MAX_DEPTH && isPlain(before) && isPlain(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of names) {
      const at = path === '' ? name : `${path}.${name}`;
      const [had, has] = [Object.hasOwn(before, name), Object.hasOwn(after, name)];
      if (had && has) compare(at, before[name], after[name], depth + 1, changes);
      else if (had) add(at, true, before[name], undefined, changes);
      else add(at, false, undefined, after[name], changes);
    }
  } else {
    changes.push({ path, type: 'updated', before, after });
  }
}

/** Items in the same number are compared one by one; else the old ones were removed, the others added. */
function compareLists(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
  changes: MemberChange[],
): void {
  const { added, removed, start } = listDifference(before, after);
  if (added === removed) {
    for (let i = start; i < start + added; i++) {
      compare(`${path}[${i}]`, before[i], after[i], depth + 1, changes);
    }
    return;
  }
  for (let i = start; i < start + removed; i++) {
    add(`${path}[${i}]`, true, before[i], undefined, changes);
  }
  for (let i = start; i < start + added; i++) {
    add(`${path}[${i}]`, false, undefined, after[i], changes);
  }
}

function add(
  path: string,
  had: boolean,
  before: unknown,
  after: unknown,
  changes: MemberChange[],
): void {
  if (changes.length >= MAX_CHANGES) return;
  changes.push({ path, type: had ? 'removed' : 'added', before, after });
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}
