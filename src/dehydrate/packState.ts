import type { HydratedStamp } from '../store/Action.ts';
import type { EntityTable } from '../table/EntityTable.ts';
import type { KnownRow } from '../table/TableReader.ts';
import type { ResultRecord } from '../table/ResultRecord.ts';
import {
  type DehydratedAnswer,
  type DehydratedRow,
  type DehydratedStamp,
  type DehydratedState,
  STATE_FORMAT,
} from './DehydratedState.ts';
import { packError } from './errorCodec.ts';
import { packValue } from './valueCodec.ts';
import type { Selection } from './selectReads.ts';
import { sharedKeys } from '../streams/WeakStreams.ts';
import type { StoreState } from '../commits/StoreState.ts';

interface PackOptions {
  readonly at: number;
  readonly seq: number;
  /** The name of a key's endpoint in messages. */
  readonly subjectOf: (key: string) => string;
}

/** A list of distinct values, which are referred to by index. */
class IndexedList<T> {
  readonly list: T[] = [];
  readonly #indexes = new Map<string, number>();

  of(name: string, value: T): number {
    let index = this.#indexes.get(name);
    if (index === undefined) {
      this.#indexes.set(name, (index = this.list.length));
      this.list.push(value);
    }
    return index;
  }
}

/**
 * The state, or a part of it, as plain JSON. `at`: the time, ms since epoch; `seq`: the last `seq`
 * of the store. Throws `SB_STATE_UNSUPPORTED` for values that cannot be sent. Leaves out results of
 * keys that endpoints of different schemas share: another of these endpoints may read the key first
 * elsewhere.
 */
export function packState(
  { entities }: StoreState,
  { at, seq, subjectOf }: PackOptions,
  selection: Selection,
): DehydratedState {
  const types = new IndexedList<string>();
  const stamps = new IndexedList<DehydratedStamp>();
  const stampOf = ({ fetchedAt, receivedAt, expiresAt }: HydratedStamp): number =>
    stamps.of(`${fetchedAt} ${receivedAt} ${expiresAt}`, [
      fetchedAt,
      receivedAt,
      expiresAt === Infinity ? null : expiresAt,
    ]);
  const rows = rowsInOrder(entities, selection).map(({ key, pk }): DehydratedRow => {
    const record = entities.get(key, pk);
    // A known row has a stamp.
    const head = [types.of(key, key), pk, stampOf(entities.stamp(key, pk)!)] as const;
    return record ? [...head, packValue(record, `${key} ${pk}`)] : head;
  });
  const shared = sharedKeys(entities);
  const own = [...entities.results()].filter(
    ([key]) => selection.hasAnswer(key) && !shared.has(key),
  );
  return {
    streambed: STATE_FORMAT,
    at,
    seq,
    kinds: entities.completeKeys().filter((kind) => selection.hasKind(kind)),
    types: types.list,
    rows,
    answers: own.map(([key, row]) => packAnswer(key, row, stampOf(row), subjectOf(key))),
    stamps: stamps.list,
  };
}

/** Live rows in insertion order over all types, then removed ones, which have no order. */
function rowsInOrder(entities: EntityTable, selection: Selection): readonly KnownRow[] {
  const known = [...entities.known()].filter((row) => selection.hasRow(row));
  const ordered = known.map((row) => ({ row, ordinal: entities.ordinal(row.key, row.pk) }));
  const live = ordered.filter(({ ordinal }) => ordinal >= 0).sort((a, b) => a.ordinal - b.ordinal);
  const removed = ordered.filter(({ ordinal }) => ordinal < 0);
  return [...live, ...removed].map(({ row }) => row);
}

function packAnswer(
  key: string,
  row: ResultRecord,
  stamp: number,
  subject: string,
): DehydratedAnswer {
  const { hasResult, result, error, errorPolicy, seq, expiredSeq, invalidatedSeq } = row;
  return {
    key,
    stamp,
    ...(hasResult && { result: packValue(result, subject) }),
    ...(error && { error: packError(error) }),
    ...(errorPolicy && { policy: errorPolicy }),
    ...(seq < expiredSeq && { expired: true as const }),
    ...(invalidatedSeq > 0 && { invalidated: true as const }),
  };
}
