import { warnOnce } from '../../../shared/warnOnce.ts';
import type { NormalizeDelegate, StoreWalk } from '../Schema.ts';
import { bareId, type CollectionRefs } from './CollectionMerge.ts';
import type { CollectionRecord, CollectionRow } from './CollectionRow.ts';
import { entityKeyOf, finder } from './listMembers.ts';
import { LIST_RULES, ListShape, type ListRules, type RecordChange } from './ListRules.ts';

type Members = Readonly<Record<string, unknown>>;

/** Warns if a response brings a list in another order than its `sort`. Equal items may be in any order. */
export function warnOfOrder(
  row: CollectionRow,
  { sort }: ListRules,
  args: Members,
  members: CollectionRefs,
  delegate: NormalizeDelegate,
): void {
  const { draft, meta } = delegate;
  if (!sort || !Array.isArray(members) || !draft || draft.confirmed) return;
  let last: object | undefined;
  for (const ref of members as readonly unknown[]) {
    const entityKey = entityKeyOf(row.inner, ref) ?? '';
    const pk = String(bareId(ref));
    // The server did not sort by what other writes brought.
    const isOfResponse = draft.meta(entityKey, pk)?.seq === meta?.seq;
    const next = isOfResponse ? delegate.getEntity(entityKey, pk) : undefined;
    if (last && next && isAfter(sort, last, next, args)) {
      const what = `A response for the list ${nameOf(row, args)} is in another order than its sort.`;
      warnOnce('SB_LIST_ORDER', what);
      return;
    }
    last = next;
  }
}

/** Whether the first record comes after the second one. Production builds do not call `sort` here. */
function isAfter(
  sort: NonNullable<ListRules['sort']>,
  a: object,
  b: object,
  args: Members,
): boolean {
  try {
    return sort(a, b, args) > 0;
  } catch {
    return false;
  }
}

/** The entity keys of lists of which a Collection has the option `follows: false`. */
const unfollowed = new Set<string>();

/** A Collection has the option `follows: false`. */
export function noteUnfollowed({ key }: CollectionRow): void {
  unfollowed.add(key);
}

/** The changes of records, by the follower that was notified of them. */
const changes = new WeakMap<object, RecordChange[]>();

/** Notes a change of a record, if lists have it that do not follow. */
export function noteChange(
  follower: object,
  rows: Iterable<CollectionRow>,
  change: RecordChange,
): void {
  if (!change.before || !change.after) return;
  if (unfollowed.size === 0 || ![...rows].some(({ key }) => unfollowed.has(key))) return;
  const known = changes.get(follower);
  if (known) known.push(change);
  else changes.set(follower, [change]);
}

/** Warns if a list with `follows: false` has an entity that stopped to match its arguments. */
export function warnOfUnfollowed(
  follower: object,
  rows: Iterable<CollectionRow>,
  walk: StoreWalk,
): void {
  const noted = changes.get(follower);
  if (!noted || walk.draft.confirmed) return;
  for (const row of rows) {
    if (!unfollowed.has(row.key)) continue;
    walk.forEachEntity(row.key, (record) => {
      // The cast holds: rows of the key are lists.
      const list = record as CollectionRecord;
      const { args, [LIST_RULES]: rules = row.lists.fallback } = list;
      if (rules.follows) return;
      const shape = new ListShape(
        rules,
        Object.keys(args).filter((name) => !rules.ignores(name)),
      );
      const left = noted.filter((change) => shape.verdict(args, change) === 'leaves');
      const find = finder(row, list.members, left.length);
      if (!left.some((change) => find(change) !== undefined)) return;
      const what = `The list ${nameOf(row, args)} has \`follows: false\` and shows an entity that a write has changed so that it no longer matches.`;
      warnOnce('SB_LIST_UNFOLLOWED', what);
    });
  }
}

/** Names a list without its values: `[Ticket] by status`. */
function nameOf({ key }: CollectionRow, args: Members): string {
  const names = Object.keys(args).sort().join(', ');
  return names ? `${key} by ${names}` : key;
}
