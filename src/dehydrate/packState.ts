import type { EntityTable } from '../table/EntityTable.ts';
import type { KnownRow } from '../table/TableReader.ts';
import type { AnswerRow } from '../table/AnswerRow.ts';
import {
  type DehydratedAnswer,
  type DehydratedRow,
  type DehydratedStamp,
  type DehydratedState,
  STATE_FORMAT,
} from './DehydratedState.ts';
import { packError } from './packError.ts';
import { packValue } from './packValue.ts';
import type { Selection } from './Selection.ts';
import { sharedKeys } from '../streams/sharedKeys.ts';
import type { StoreState } from '../commits/StoreState.ts';

interface Times {
  readonly fetchedAt: number;
  readonly receivedAt: number;
  readonly expiresAt: number;
}

interface PackOptions {
  readonly at: number;
  readonly seq: number;
  /** What messages call the endpoint of a key. */
  readonly subjectOf: (key: string) => string;
}

/** Values that are named by their place in a list. */
class Places<T> {
  readonly list: T[] = [];
  readonly #places = new Map<string, number>();

  of(name: string, value: T): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      this.#places.set(name, (place = this.list.length));
      this.list.push(value);
    }
    return place;
  }
}

/**
 * The state, or a part of it, as plain JSON. `at`: the time, ms since epoch; `seq`: the last place in the order of the store. Throws
 * `SB_STATE_UNSUPPORTED` for values that cannot be sent. Answers of a key that endpoints of several schemas share are left out: whoever reads
 * it first elsewhere may be another one of them.
 */
export function packState(
  { entities, answers, kinds }: StoreState,
  { at, seq, subjectOf }: PackOptions,
  selection: Selection,
): DehydratedState {
  const types = new Places<string>();
  const stamps = new Places<DehydratedStamp>();
  const stampOf = ({ fetchedAt, receivedAt, expiresAt }: Times): number =>
    stamps.of(`${fetchedAt} ${receivedAt} ${expiresAt}`, [
      fetchedAt,
      receivedAt,
      expiresAt === Infinity ? null : expiresAt,
    ]);
  const rows = rowsInOrder(entities, selection).map(({ key, pk }): DehydratedRow => {
    const record = entities.get(key, pk);
    // A row that is known has a stamp.
    const place = [types.of(key, key), pk, stampOf(entities.stamp(key, pk)!)] as const;
    return record ? [...place, packValue(record, `${key} ${pk}`)] : place;
  });
  const shared = sharedKeys(answers);
  const own = [...answers.entries()].filter(
    ([key]) => selection.hasAnswer(key) && !shared.has(key),
  );
  return {
    streambed: STATE_FORMAT,
    at,
    seq,
    kinds: [...kinds].filter((kind) => selection.hasKind(kind)),
    types: types.list,
    rows,
    answers: own.map(([key, row]) => packAnswer(key, row, stampOf(row), subjectOf(key))),
    stamps: stamps.list,
  };
}

/** Live rows in insertion order over all types; removed ones have none. */
function rowsInOrder(entities: EntityTable, selection: Selection): readonly KnownRow[] {
  const known = [...entities.known()].filter((row) => selection.hasRow(row));
  const placed = known.map((row) => ({ row, place: entities.ordinal(row.key, row.pk) }));
  const live = placed.filter(({ place }) => place >= 0).sort((a, b) => a.place - b.place);
  const removed = placed.filter(({ place }) => place < 0);
  return [...live, ...removed].map(({ row }) => row);
}

function packAnswer(key: string, row: AnswerRow, stamp: number, subject: string): DehydratedAnswer {
  const { answered, result, error, errorPolicy, seq, expiredSeq, invalidatedSeq } = row;
  return {
    key,
    stamp,
    ...(answered && { result: packValue(result, subject) }),
    ...(error && { error: packError(error) }),
    ...(errorPolicy && { policy: errorPolicy }),
    ...(seq < expiredSeq && { expired: true as const }),
    ...(invalidatedSeq > 0 && { invalidated: true as const }),
  };
}
