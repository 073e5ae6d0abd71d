import { bareId, type CollectionRefs, identityOf } from './CollectionMerge.ts';
import { type CollectionRecord, type CollectionRow, isCountKey } from './CollectionRow.ts';
import { matchesArgument } from './collectionFilter.ts';
import { rowOfLists } from './ListFollower.ts';
import { entityKeyOf } from './listMembers.ts';
import { LIST_RULES } from './ListRules.ts';

type Members = Readonly<Record<string, unknown>>;

/** An entity has left a list, or joined it. */
export interface ListStep {
  readonly type: 'left' | 'joined';
  /** The entity key of the list, for example `[Ticket]`. */
  readonly listKey: string;
  /** The arguments of the list. */
  readonly args: Members;
  readonly entityKey: string;
  readonly pk: string;
  readonly reason: ListReason;
}

/**
 * Why an entity has left a list or joined it.
 *
 * - `members`: the members that an argument names began or ceased to match it.
 * - `filter`: the `filter` of the list has another result for the record.
 * - `sort`: the record sorts behind the last loaded member, or before it.
 * - `request`: the record does not say: a response, or a change such as `push`, has decided.
 */
export type ListReason =
  | { readonly code: 'members'; readonly names: readonly string[] }
  | { readonly code: 'filter' | 'sort' | 'request' };

/** Finds the record of an entity. */
export type ReadRecord = (entityKey: string, pk: string) => object | undefined;

/**
 * Which entities a change of the list with this entity key took out and let in, and why. `before` and
 * `after` find the records around the change. Nothing for rows that are no lists, for example numbers.
 */
export function listSteps(
  listKey: string,
  list: object | undefined,
  previous: object | undefined,
  before: ReadRecord,
  after: ReadRecord,
): ListStep[] {
  const row = list && previous && rowOfLists(listKey);
  if (!row || isCountKey(listKey)) return [];
  // The casts hold: rows of the key are lists.
  const [is, was] = [list as CollectionRecord, previous as CollectionRecord];
  const { args } = is;
  const stepOf = (type: ListStep['type'], ref: unknown): ListStep[] => {
    const entityKey = entityKeyOf(row.inner, ref);
    if (entityKey === undefined) return [];
    const pk = String(bareId(ref));
    const reason = reasonOf(row, is, type, before(entityKey, pk), after(entityKey, pk));
    return [{ type, listKey, args, entityKey, pk, reason }];
  };
  return [
    ...onlyIn(was.members, is.members).flatMap((ref) => stepOf('left', ref)),
    ...onlyIn(is.members, was.members).flatMap((ref) => stepOf('joined', ref)),
  ];
}

/** The members of one list that the other one lacks. */
function onlyIn(refs: CollectionRefs, others: CollectionRefs): unknown[] {
  const known = new Set(Object.values(others).map(identityOf));
  return Object.values(refs).filter((ref) => !known.has(identityOf(ref)));
}

function reasonOf(
  { lists }: CollectionRow,
  { args, [LIST_RULES]: rules = lists.fallback }: CollectionRecord,
  type: ListStep['type'],
  before: object | undefined,
  after: object | undefined,
): ListReason {
  if (!rules.follows || !before || !after || before === after) return { code: 'request' };
  const { filter, sort } = rules;
  if (filter) {
    const [was, is] = [filter(args, before), filter(args, after)];
    if (was !== is && is === (type === 'joined')) return { code: 'filter' };
  } else {
    const names = Object.keys(args).filter((name) => {
      if (rules.ignores(name)) return false;
      const [was, is] = [before, after].map((record) =>
        matchesArgument(args[name], (record as Members)[name]),
      );
      return type === 'left' ? was === true && is === false : was === false && is === true;
    });
    if (names.length > 0) return { code: 'members', names };
  }
  const hasMoved = sort !== undefined && sort(before, after, args) !== 0;
  return { code: hasMoved ? 'sort' : 'request' };
}
