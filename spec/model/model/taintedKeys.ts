import type { Key } from './Key.ts';
import { LISTS } from './ListSpec.ts';
import type { Conflict } from './Overlaps.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { NOTHING } from './Rows.ts';

/** The users of a conflict. */
interface Tainted {
  /** Users that were touched. */
  readonly ids: ReadonlySet<string>;
  /** Whether lists of all users may lack one. */
  readonly mayLack: boolean;
  readonly seq: number;
  /** Whether the keys are fetched later: a mutation of the users is pending. */
  readonly isOpen?: boolean;
}

/**
 * Returns the keys that certainly show tainted users. Keys that may show them are only marked: the
 * contract leaves them open.
 */
export function taintedKeys(
  model: ReferenceModel,
  conflicts: readonly Conflict[],
  { ids, mayLack, seq, isOpen = false }: Tainted,
): readonly Key[] {
  const certain: Key[] = [];
  const isOfMutations = conflicts.some(({ key }) => key === undefined);
  for (const key of model.keys) {
    const listed = model.idsOf(key).filter((id) => ids.has(id));
    // A user may be missing from the list that its record matches.
    const { missing, unsure } = missingFrom(model, key, ids, isOfMutations);
    const about = [...listed, ...missing, ...unsure];
    const isObserved = key.observers + key.passiveObservers > 0;
    const isRetained = isObserved || (key.result !== undefined && model.keepsAll);
    const lacks = mayLack && key.spec.kind === 'all';
    const isShown =
      model.show(key).data !== NOTHING &&
      (lacks || missing.length > 0 || listed.some((id) => model.users.visible.get(id)?.record));
    const isRead = key.exists && conflicts.some((conflict) => conflict.key === key);
    if (isRead || (isRetained && isShown)) certain.push(key);
    else if (about.length > 0 || !isObserved) {
      key.isOfList = !key.exists && key.spec.kind === 'team';
      key.maybeExpired = Math.max(key.maybeExpired, seq);
      key.isFetchedLater = isOpen;
      model.maybeRefetched.add(key);
    }
  }
  return certain;
}

/**
 * Returns the keys whose result certainly shows a user that came back. Of lists that follow their
 * members, the contract leaves it open.
 */
export function returnedKeys(model: ReferenceModel, id: string, seq: number): readonly Key[] {
  return model.keys.filter((key) => {
    const { kind } = key.spec;
    if (key.result === undefined || key.seq >= seq) return false;
    const isOpen = kind === 'team' || kind === 'all';
    if (!isOpen && !model.idsOf(key).includes(id)) return false;
    if (!isOpen && (key.observers + key.passiveObservers > 0 || model.keepsAll)) return true;
    key.maybeExpired = Math.max(key.maybeExpired, seq);
    key.isFetchedLater = false;
    model.maybeRefetched.add(key);
    return false;
  });
}

/**
 * The users that may be missing from a list, and those for which it is not specified: the model does not
 * know which lists they have left or joined by two mutations.
 */
function missingFrom(
  { users }: ReferenceModel,
  { spec }: Key,
  ids: ReadonlySet<string>,
  isOfMutations: boolean,
) {
  const list = LISTS[spec.list ?? ''];
  const follows = list && !list.isFixed;
  const known = follows ? [...ids].filter((id) => users.rows.get(id)?.record) : [];
  const missing = known.filter((id) => list.matches(users.rows.get(id)!.record!) === true);
  if (isOfMutations && follows) return { missing, unsure: [...ids] };
  return {
    missing,
    unsure: known.filter(
      (id) => list.hasFilter || list.matches(users.rows.get(id)!.record!) === undefined,
    ),
  };
}
