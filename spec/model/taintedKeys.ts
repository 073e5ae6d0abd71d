import type { Key } from './Key.ts';
import type { Conflict } from './Overlaps.ts';
import type { ReferenceModel } from './ReferenceModel.ts';
import { NOTHING } from './Rows.ts';

/** What is in doubt at a place of the order. */
interface InDoubt {
  /** Users. */
  readonly ids: ReadonlySet<string>;
  /** Whether all users may lack one. */
  readonly mayLack: boolean;
  readonly seq: number;
}

/** The keys that certainly show users in doubt. Others may, which is not told: they are marked. */
export function taintedKeys(
  model: ReferenceModel,
  doubts: readonly Conflict[],
  { ids, mayLack, seq }: InDoubt,
): readonly Key[] {
  const certain: Key[] = [];
  for (const key of model.keys) {
    const about = model.idsOf(key).filter((id) => ids.has(id));
    const isObserved = key.readers + key.lookers > 0;
    const isHeld = isObserved || (key.answer !== undefined && model.keepsAll);
    const lacks = mayLack && key.spec.kind === 'all';
    const isShown =
      model.show(key).data !== NOTHING &&
      (lacks || about.some((id) => model.users.visible.get(id)?.record));
    const isRead = key.isKept && doubts.some((conflict) => conflict.key === key);
    if (isRead || (isHeld && isShown)) certain.push(key);
    else if (about.length > 0 || !isObserved) {
      key.maybeExpired = Math.max(key.maybeExpired, seq);
      model.maybeAsked.add(key);
    }
  }
  return certain;
}
