import type { EntityClass } from '../Schema.ts';
import { type CollectionRecord, writerOf } from './CollectionRow.ts';

/** The steps of a merge that a subclass of `Collection` may replace. */
export const MERGE_STEPS = ['merge', 'shouldReorder', 'mergeWithStore'] as const;

type MergeSteps = Readonly<Record<(typeof MERGE_STEPS)[number], (...lists: never[]) => unknown>>;

/** The class with which a collection writes its lists: that of the rows, unless `steps` are its own. */
export function listWriterOf(
  list: MergeSteps & { readonly row: EntityClass },
  steps: readonly (keyof MergeSteps)[],
): EntityClass {
  if (steps.length === 0) return list.row;
  // A step of the collection gets the members; that of the writer gets the records, after the meta of both.
  const own = steps.map((name) => {
    const step = (...records: readonly unknown[]): unknown => {
      const [existing, incoming] = records.slice(-2) as [CollectionRecord, CollectionRecord];
      const given = [...records.slice(0, -2), existing.members, incoming.members];
      const result = list[name](...(given as never[]));
      const isList = name !== 'shouldReorder';
      return isList ? { ...incoming, args: existing.args, members: result } : result;
    };
    return [name, step];
  });
  return writerOf(list.row, Object.fromEntries(own) as object);
}
