import { copyMembers } from '../shared/copyMembers.ts';
import { deepFreeze } from '../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../shared/development.ts';
import { SB_OPTION_INVALID, SB_STATE_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';
import type { HydrateAction, HydratedResult, HydratedRow } from '../store/Action.ts';
import { type DehydratedError, STATE_FORMAT } from './DehydratedState.ts';
import { stampReader } from './stampReader.ts';
import { unpackError } from './unpackError.ts';
import { unpackValue } from './unpackValue.ts';

/** A higher `seq` would leave too few numbers for later requests. */
const MAX_SEQ = 2 ** 52;

/** Separates an endpoint key from its schema number, which means nothing in another store. */
const MARK = '\u0000';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a whole state, with times by the clock of this store. `now`: the time, ms since epoch;
 * `age`: how long ago the state was made, ms, if known. Throws `SB_STATE_INVALID` for a value that
 * is not a state, or a state of another version.
 */
export function readDehydrated(state: unknown, now: number, age?: number): HydrateAction {
  if (age !== undefined && !(age >= 0 && age < Infinity)) {
    throw new StreambedError(SB_OPTION_INVALID, `rehydrate: age is ${age}.`);
  }
  try {
    return readState(membersOf(state), now, age);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StreambedError(SB_STATE_INVALID, `A dehydrated state holds ${why}.`, { cause });
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

type StampAt = ReturnType<typeof stampReader>;

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
    error: answer.error === undefined ? undefined : unpackError(readError(membersOf(answer.error))),
    errorPolicy: policy === 'soft' || policy === 'hard' ? policy : undefined,
    isExpired: answer.expired === true,
    isInvalidated: answer.invalidated === true,
  };
}

function readError({ name, message, code, status }: Members): DehydratedError {
  return {
    name: textOf(name),
    message: textOf(message),
    ...(code !== undefined && { code: textOf(code) }),
    ...(status !== undefined && { status: numberOf(status) }),
  };
}

function membersOf(value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Error('a value that should be an object');
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error('a value that should be an array');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error('a value that should be a string');
}

function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new Error('a value that should be a number');
}
