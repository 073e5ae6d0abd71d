import { MarkAndSweep } from '../../kernel/collector/MarkAndSweep.ts';
import type { EndpointInterface } from '../../data/endpoint/EndpointInterface.ts';
import type { RowMeta } from '../../kernel/commits/RowMeta.ts';
import type { Call } from '../../kernel/requests/Requests.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { HydratedMeta } from '../../kernel/store/Action.ts';
import { internalsOf } from '../../kernel/store/internalsOf.ts';
import type { Store } from '../../kernel/store/Store.ts';
import type { Root } from '../../kernel/streams/RetainedSource.ts';
import { disputedRows } from '../../kernel/streams/disputedRows.ts';
import { sharedKeys } from '../../kernel/streams/WeakStreams.ts';
import type { EntityTable } from '../../kernel/table/EntityTable.ts';
import type { ResultRecord } from '../../kernel/table/ResultRecord.ts';
import type { KnownRow } from '../../kernel/table/TableReader.ts';
import { inferenceIn } from '../../kernel/views/readState.ts';
import {
  type DehydratedResult,
  type DehydratedRow,
  type DehydratedStamp,
  type DehydratedState,
  STATE_FORMAT,
} from './DehydratedState.ts';
import { LIST_RULES, type RuledRecord } from '../../data/schema/collection/ListRules.ts';
import { madeBy } from './origins.ts';
import { storedOfCall, tryRead } from './storedOfCall.ts';
import { packError, packValue } from '../../shared/codec/valueCodec.ts';

/** A read: an endpoint or a schema, with its args. `[null]` as `args` is an inactive read. */
export type Read =
  | { readonly endpoint: EndpointInterface; readonly args: readonly unknown[] }
  | { readonly schema: object; readonly args: readonly unknown[] };

/** A read with the store's key of its endpoint. Streams are such reads. */
type KeyedRead = Call | Extract<Read, { readonly schema: object }>;

/**
 * The state of a store as plain JSON; with `reads`, only what these show. It leaves out requests in
 * flight, optimistic layers, and the stack and response of failures. Escape it before you put it
 * into HTML, see `streambed/ssr`. Throws `SB_STATE_UNSUPPORTED`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(dehydrate(store));
 * ```
 */
export function dehydrate(store: Store, reads?: readonly Read[]): DehydratedState {
  const { commits, streams } = internalsOf(store);
  const keyed = reads
    ?.filter(({ args }) => args[0] !== null)
    .map((read) =>
      'schema' in read ? read : { ...read, key: streams.keyOf(read.endpoint, read.args) },
    );
  return dehydrateState(store, commits.latest.confirmed, keyed);
}

/**
 * Like `dehydrate`, for a current or earlier state of the store. Leaves out results of keys that
 * endpoints of different schemas share: another of these endpoints may read the key first
 * elsewhere.
 */
export function dehydrateState(
  store: Store,
  state: EntityTable,
  reads?: readonly KeyedRead[],
): DehydratedState {
  const internals = internalsOf(store);
  internals.assertAlive();
  const { requests, options, streams } = internals;
  const selected = reads && selectionOf(state, reads);
  const isSelected = ({ key, pk }: KnownRow): boolean =>
    !selected || selected.reachable.has(key, pk) || selected.reachable.kinds.has(key);

  const types = new Map<string, number>();
  const stamps = new Map<string, number>();
  let last: HydratedMeta | undefined;
  let lastStamp = 0;
  const stampOf = (meta: HydratedMeta): number => {
    const { fetchedAt, receivedAt, expiresAt } = meta;
    // The rows of a response share their times.
    const isSame = last?.fetchedAt === fetchedAt && last.receivedAt === receivedAt;
    if (isSame && last?.expiresAt === expiresAt) return lastStamp;
    last = meta;
    // JSON has `null` for Infinity.
    return (lastStamp = indexIn(stamps, JSON.stringify([fetchedAt, receivedAt, expiresAt])));
  };
  const open = disputedRows(streams, state);
  const rows = rowsInOrder(state, isSelected).map(({ key, pk }): DehydratedRow => {
    const record = state.get(key, pk);
    // A known row has meta.
    const known: RowMeta = state.meta(key, pk)!;
    const meta = open.has(key, pk) ? { ...known, expiresAt: 0 } : known;
    const head = [indexIn(types, key), pk, stampOf(meta)] as const;
    const pack = (value: object): unknown => packValue(withoutRules(value), `${key} ${pk}`);
    if (record) return [...head, pack(record)];
    const to = state.renamedTo(key, pk) || null;
    return meta.removed ? [...head, to, pack(meta.removed)] : head;
  });
  const shared = sharedKeys(state);
  const selectedRows = [...state.results()].filter(
    ([key]) => !shared.has(key) && (!selected || selected.keys.has(key)),
  );
  const results = selectedRows.map(([key, result]) => {
    const subject = labelOf(streams.at(key)?.endpoint ?? { name: '' });
    return packResult(key, result, stampOf(result), subject);
  });
  return madeBy(internals, {
    streambed: STATE_FORMAT,
    at: options.scheduler.now(),
    seq: requests.lastSeq,
    kinds: state.completeKeys().filter((key) => !selected || selected.reachable.kinds.has(key)),
    types: [...types.keys()],
    rows,
    results,
    stamps: [...stamps.keys()].map((stamp) => JSON.parse(stamp) as DehydratedStamp),
  });
}

/** The index of a text among distinct ones. */
function indexIn(indexes: Map<string, number>, text: string): number {
  const known = indexes.get(text);
  if (known === undefined) indexes.set(text, indexes.size);
  return known ?? indexes.size - 1;
}

/** What the reads show: the keys of endpoints, and the rows that their data consists of. */
function selectionOf(
  state: EntityTable,
  reads: readonly KeyedRead[],
): { readonly keys: ReadonlySet<string>; readonly reachable: MarkAndSweep } {
  const keys = new Set<string>();
  const roots: Root[] = [];
  for (const read of reads) {
    const { args } = read;
    const { schema } = 'schema' in read ? read : read.endpoint;
    let stored: unknown;
    if ('schema' in read) {
      stored = tryRead(() => inferenceIn(state).queryKey(schema, args));
    } else {
      keys.add(read.key);
      stored = tryRead(() => storedOfCall(state, read));
    }
    if (stored !== undefined) roots.push({ schema, stored, args });
  }
  const reachable = new MarkAndSweep();
  reachable.mark([state], roots);
  return { keys, reachable };
}

/** Live rows in insertion order over all entity keys, then removed ones, which have no order. */
function rowsInOrder(
  entities: EntityTable,
  isSelected: (row: KnownRow) => boolean,
): readonly KnownRow[] {
  const known = [...entities.known()].filter(isSelected).map((row) => {
    const ordinal = entities.ordinal(row.key, row.pk);
    return { row, ordinal: ordinal < 0 ? Number.MAX_SAFE_INTEGER : ordinal };
  });
  return known.sort((a, b) => a.ordinal - b.ordinal).map(({ row }) => row);
}

function packResult(
  key: string,
  { hasResult, result, error, errorPolicy, seq, expiredSeq, invalidatedSeq }: ResultRecord,
  stamp: number,
  subject: string,
): DehydratedResult {
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

/** The rules of a list are functions: the endpoint of the list brings them again. */
function withoutRules(value: Partial<RuledRecord>): object {
  if (!(LIST_RULES in value)) return value;
  const { [LIST_RULES]: _rules, ...rest } = value;
  return rest;
}
