import type { RuledRecord } from './ListRules.ts';

/** At which ends of a list there are pages that are not loaded. */
export interface ListEnds {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** The data that says so; `undefined` while the list is not shown. */
  readonly data: unknown;
}

/** Readers of the ends of lists, by the arguments: all records of a list have the same object. */
const readers = new WeakMap<object, () => ListEnds>();

/** Has `read` say which pages a list lacks. */
export function followEnds({ args }: RuledRecord, read: () => ListEnds): void {
  readers.set(args, read);
}

/** Which pages a list lacks; `undefined` if that is not known. */
export function endsOf({ args }: RuledRecord): ListEnds | undefined {
  const ends = readers.get(args)?.();
  return ends?.data === undefined ? undefined : ends;
}
