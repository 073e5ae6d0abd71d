import { copyMembers } from '../shared/copyMembers.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { HydrateAction, HydratedResult, HydratedRow, HydratedStamp } from '../store/Action.ts';
import { STATE_FORMAT } from './DehydratedState.ts';
import { unpackError } from './errorCodec.ts';
import { listOf, type Members, membersOf, numberOf, textOf, unpackValue } from './valueCodec.ts';

/** A higher `seq` would leave too few numbers for later requests. */
const MAX_SEQ = 2 ** 52;

/** Separates an endpoint key from its schema number, which means nothing in another store. */
const MARK = '\u0000';

/**
 * Reads a whole state, with times by the clock of this store. `now`: the time, ms since epoch;
 * `age`: how long ago the state was made, ms, if known. Throws `SB_STATE_INVALID` for a value that
 * is not a state, or a state of another version.
 */
export function readDehydrated(state: unknown, now: number, age?: number): HydrateAction {
  if (age !== undefined && !(age >= 0 && age < Infinity)) {
    throw new StreambedError('SB_OPTION_INVALID', `rehydrate: age is ${age}.`);
  }
  try {
    return readState(membersOf(state), now, age);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StreambedError('SB_STATE_INVALID', `A dehydrated state holds ${why}.`, { cause });
  }
}

function readState(state: Members, now: number, age: number | undefined): HydrateAction {
  if (state.streambed !== STATE_FORMAT) throw new Error('another version of the format');
  const at = numberOf(state.at);
  const seq = numberOf(state.seq);
  if (!Number.isSafeInteger(seq) || seq < 0 || seq > MAX_SEQ) throw new Error('an invalid seq');
  const stampAt = stampReader(listOf(state.stamps), at, now, age);
  const types = listOf(state.types).map(textOf);
  return {
    type: 'hydrate',
    seq,
    kinds: listOf(state.kinds).map(textOf),
    rows: listOf(state.rows).map((row) => readRow(listOf(row), types, stampAt)),
    results: listOf(state.answers)
      .map((answer) => readResponse(membersOf(answer), stampAt))
      .filter(({ key }) => !key.includes(MARK)),
    isLate: state.late === undefined ? undefined : state.late === true,
  };
}

type StampAt = (index: unknown) => HydratedStamp;

/**
 * Reads the metas of a state that was made at `at`, ms since epoch by the clock that made it. That
 * clock may differ from the clock here, where it is `now`. `age` (ms) tells how long ago the state
 * was made; default: the difference of the clocks, but at least 0. So a clock here that runs behind
 * does not make data last longer, and one that runs ahead at worst causes a refetch.
 */
function stampReader(
  stamps: readonly unknown[],
  at: number,
  now: number,
  age: number = Math.max(now - at, 0),
): StampAt {
  const shift = now - age - at;
  const read = stamps.map((stamp) => shifted(readStamp(stamp), at, shift));
  return (index) => {
    const stamp = read[index as number];
    if (!stamp) throw new Error('a row refers to a stamp that does not exist');
    return stamp;
  };
}

function readStamp(stamp: unknown): HydratedStamp {
  const [fetchedAt, receivedAt, expiresAt] = listOf(stamp);
  return {
    fetchedAt: numberOf(fetchedAt),
    receivedAt: numberOf(receivedAt),
    expiresAt: expiresAt === null ? Infinity : numberOf(expiresAt),
  };
}

/** A meta from after the state was made is stale. 0 stands for "never". */
function shifted(stamp: HydratedStamp, at: number, shift: number): HydratedStamp {
  const { fetchedAt, receivedAt, expiresAt } = stamp;
  const move = (time: number): number => (time === 0 ? 0 : Math.min(time, at) + shift);
  const isOfFuture = fetchedAt > at || receivedAt > at;
  return {
    fetchedAt: move(fetchedAt),
    receivedAt: move(receivedAt),
    expiresAt: isOfFuture || expiresAt === 0 ? 0 : expiresAt + shift,
  };
}

function readRow(row: readonly unknown[], types: readonly string[], stampAt: StampAt): HydratedRow {
  const [type, pk, stamp] = row;
  const kind = types[numberOf(type)];
  if (kind === undefined) throw new Error('a row without an entity key');
  const record = row.length > 3 ? recordOf(row[3]) : undefined;
  return { kind, pk: textOf(pk), record, stamp: stampAt(stamp) };
}

/** A record may have a member `__proto__`, which would become the prototype of instances. */
function recordOf(packed: unknown): object {
  const record = membersOf(unpackValue(packed));
  return frozen(Object.hasOwn(record, '__proto__') ? copyMembers(record) : record);
}

function frozen<T>(value: T): T {
  return DEVELOPMENT ? deepFreeze(value) : value;
}

function readResponse(answer: Members, stampAt: StampAt): HydratedResult {
  const { policy } = answer;
  const isAnswered = Object.hasOwn(answer, 'result');
  return {
    key: textOf(answer.key),
    stamp: stampAt(answer.stamp),
    hasResult: isAnswered,
    result: isAnswered ? frozen(unpackValue(answer.result)) : undefined,
    error: answer.error === undefined ? undefined : unpackError(answer.error),
    errorPolicy: policy === 'soft' || policy === 'hard' ? policy : undefined,
    isExpired: answer.expired === true,
    isInvalidated: answer.invalidated === true,
  };
}
