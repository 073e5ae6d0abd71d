import { copyMembers } from '../../shared/copyMembers.ts';
import { deepFreeze } from '../../shared/deepFreeze.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import type {
  HydrateAction,
  HydratedResult,
  HydratedRow,
  HydratedMeta,
} from '../../kernel/store/Action.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import { splitKey } from '../../kernel/streams/WeakStreams.ts';
import { commitHydrate } from './commitHydrate.ts';
import { type DehydratedState, STATE_FORMAT } from './DehydratedState.ts';
import { HydrationSnapshot } from './HydrationSnapshot.ts';
import { PageLists } from './PageLists.ts';
import {
  fail,
  listOf,
  type Members,
  membersOf,
  numberOf,
  textOf,
  unpackError,
  unpackValue,
} from '../../shared/codec/valueCodec.ts';

/** Options of `rehydrate`. */
export interface RehydrateOptions {
  /**
   * How long ago the state was made, ms. Default: the difference of the clocks of both sides, at
   * least 0.
   */
  readonly age?: number | undefined;
}

/**
 * Merges the state of another store into this one, as one commit. Newer data of this store is kept,
 * and so are its removals, requests in flight and optimistic layers. If lists, or entities that they
 * may contain, changed here after the lists were requested there, the keys of the state are stale, and
 * are fetched once more. So are those that differ if the clock here is seen to be behind: data of this
 * store stays then. Throws `SB_STATE_INVALID` for a state that cannot be read; the store is
 * untouched then.
 *
 * @example
 * ```ts
 * const store = createStore();
 * rehydrate(store, JSON.parse(text));
 * ```
 */
export function rehydrate(
  store: Store,
  state: DehydratedState,
  { age }: RehydrateOptions = {},
): void {
  const internals = internalsOf(store);
  internals.assertAlive();
  const { commits, requests, options } = internals;
  if (age !== undefined && !(age >= 0 && age < Infinity)) {
    throw new StreambedError('SB_OPTION_INVALID', `rehydrate: age is ${age}.`);
  }
  const page =
    internals.page instanceof HydrationSnapshot ? internals.page : new HydrationSnapshot(commits);
  const clock = { now: options.scheduler.now(), age, lag: page.lag };
  const actions = actionsOf(state, clock);
  internals.page = page;
  page.lag = clock.lag;
  const isBehind = age === undefined && page.lag > 0;
  commits.batch(() => {
    for (const given of actions) {
      // No seq of either store is higher: lists follow newer rows, and further requests are later.
      requests.lastSeq = Math.max(requests.lastSeq + 1, given.seq);
      const action = { ...given, isBehind, seq: requests.lastSeq };
      commitHydrate(internals, action, { delivered: () => page.add(action) });
    }
  });
  const lists = internals.feature(PageLists, () => new PageLists(internals));
  lists.arrived(actions.flatMap(({ results }) => results.map(({ key }) => key)));
}

/** Reads a state, which may be anything, and the one that parts of a page bring with it. */
function actionsOf(state: unknown, clock: StateClock): HydrateAction[] {
  try {
    const { before } = membersOf(state);
    const states = before === undefined ? [state] : [before, state];
    return states.map((one) => readState(membersOf(one), clock));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StreambedError('SB_STATE_INVALID', `A dehydrated state holds ${why}.`, { cause });
  }
}

/** What makes the times of states times here. */
interface StateClock {
  readonly now: number;
  readonly age: number | undefined;
  /** See `HydrationSnapshot.lag`. */
  lag: number;
}

/** A higher `seq` would leave too few numbers for later requests. */
const MAX_SEQ = 0x10_0000_0000_0000;

type MetaAt = (index: unknown) => HydratedMeta;

/**
 * Reads a whole state. Its times are by the clock that made it, which may differ from the clock
 * here, where it is `now`. `age` (ms) tells how long ago the state was made; default: the
 * difference of the clocks, but at least 0. So a clock here that runs behind does not make data
 * last longer, and one that runs ahead at worst causes a refetch.
 */
function readState(state: Members, clock: StateClock): HydrateAction {
  if (state.streambed !== STATE_FORMAT) fail('another version of the format');
  const at = numberOf(state.at);
  const seq = numberOf(state.seq);
  if (!Number.isSafeInteger(seq) || seq < 0 || seq > MAX_SEQ) fail('an invalid seq');
  const { age, now } = clock;
  // All states have one lag: so the parts of a page keep their order.
  if (age === undefined) clock.lag ||= Math.max(at - now, 0);
  const shift = age === undefined ? -clock.lag : now - age - at;
  const metas = listOf(state.stamps).map((stamp) => readMeta(listOf(stamp), { at, now, shift }));
  const metaAt: MetaAt = (index) =>
    metas[numberOf(index)] ?? fail('a row that refers to a stamp that does not exist');
  const types = listOf(state.types).map(textOf);
  return {
    type: 'hydrate',
    seq,
    kinds: listOf(state.kinds).map(textOf),
    rows: listOf(state.rows).map((row) => readRow(listOf(row), types, metaAt)),
    // A schema number in a key means nothing in another store.
    results: listOf(state.results)
      .map((packed) => readResult(membersOf(packed), metaAt))
      .filter(({ key }) => splitKey(key)[0] === key),
    isLate: state.late === undefined ? undefined : state.late === true,
  };
}

/** A meta from after the state was made is stale. 0 stands for "never", `null` for Infinity. */
function readMeta(
  stamp: readonly unknown[],
  { at, now, shift }: { readonly at: number; readonly now: number; readonly shift: number },
): HydratedMeta {
  const fetchedAt = numberOf(stamp[0]);
  const receivedAt = numberOf(stamp[1]);
  const expiresAt = stamp[2] === null ? Infinity : numberOf(stamp[2]);
  const move = (time: number): number => time && Math.min(Math.min(time, at) + shift, now);
  const isOfFuture = fetchedAt > at || receivedAt > at;
  return {
    fetchedAt: move(fetchedAt),
    receivedAt: move(receivedAt),
    expiresAt: isOfFuture || expiresAt === 0 ? 0 : expiresAt + Math.min(shift, now - at),
  };
}

function readRow(row: readonly unknown[], types: readonly string[], metaAt: MetaAt): HydratedRow {
  const [type, pk, stamp, record, removed] = row;
  const kind = types[numberOf(type)] ?? fail('a row without an entity key');
  const meta = metaAt(stamp);
  return {
    kind,
    pk: textOf(pk),
    record: row.length === 4 ? readRecord(record) : undefined,
    renamedTo: typeof record === 'string' ? record : undefined,
    meta: row.length > 4 ? { ...meta, removed: readRecord(removed) } : meta,
  };
}

/** A record may have a member `__proto__`, which would become the prototype of instances. */
function readRecord(packed: unknown): object {
  const record = membersOf(unpackValue(packed));
  return frozen(Object.hasOwn(record, '__proto__') ? copyMembers(record) : record);
}

function frozen<T>(value: T): T {
  return DEVELOPMENT ? deepFreeze(value) : value;
}

function readResult(packed: Members, metaAt: MetaAt): HydratedResult {
  const { policy, error, result } = packed;
  return {
    key: textOf(packed.key),
    meta: metaAt(packed.stamp),
    hasResult: Object.hasOwn(packed, 'result'),
    result: frozen(unpackValue(result)),
    error: error === undefined ? undefined : unpackError(error),
    errorPolicy: policy === 'soft' || policy === 'hard' ? policy : undefined,
    isExpired: packed.expired === true,
    isInvalidated: packed.invalidated === true,
  };
}
