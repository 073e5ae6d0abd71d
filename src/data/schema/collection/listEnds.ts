import type { RuledRecord } from './ListRules.ts';

/** At which ends of a list there are pages that are not loaded. */
export interface ListEnds {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** The data that says so; `undefined` while the list is not shown. */
  readonly data: unknown;
}

/** Returns the ends of a list if they are known of the list that a request with this `seq` has brought. */
type ReadEnds = (seq: number | undefined) => ListEnds | undefined;

/** Readers of the ends of lists, by the arguments: all records of a list have the same object. */
const readers = new WeakMap<object, ReadEnds>();

/** Has `read` say which pages a list lacks. */
export function followEnds({ args }: RuledRecord, read: ReadEnds): void {
  readers.set(args, read);
}

/** Which pages a list lacks; `undefined` if that is not known. `seq` is that of its row. */
export function endsOf({ args }: RuledRecord, seq: number | undefined): ListEnds | undefined {
  const ends = readers.get(args)?.(seq);
  return ends?.data === undefined ? undefined : ends;
}
