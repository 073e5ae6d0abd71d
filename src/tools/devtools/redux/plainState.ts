import {
  fail,
  listOf,
  type Members,
  membersOf,
  packValue,
  textOf,
  unpackValue,
} from '../../../shared/codec/valueCodec.ts';
import { layersOf, type ResultReport, resultsOf, snapshotOf } from '../../inspect/content.ts';
import type { EntityReport, Snapshot } from '../../inspect/reports.ts';
import { type Redactor, summaryOf } from '../redact.ts';

/** The extension copies each state as text, so it gets at most so many rows of an entity key, and keys. */
const MAX_ROWS = 500;

/** The member that says how many were left out. */
const MORE = '…';

/** A snapshot as the extension shows it: plain JSON. */
export interface PlainState {
  readonly streambed: { readonly version: number; readonly at: number; readonly page: string };
  /** Records by entity key and pk. */
  readonly entities: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly keys: Readonly<Record<string, unknown>>;
  readonly layers: readonly unknown[];
}

/** Makes states for the extension. A record that did not change is packed once. */
export class PlainStates {
  /** Tells states of this page from those of a file. */
  readonly page = Math.random().toString(36).slice(2, 8);
  readonly #redactor: Redactor;
  readonly #packed = new WeakMap<object, unknown>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  of(snapshot: Snapshot): PlainState {
    const { at, entities: table, version } = snapshot;
    const entities = [...table.keys()].map((key): [string, Record<string, unknown>] => [
      key,
      upTo(table.size(key), table.entries(key), (pk, record) => [
        pk,
        this.#record(key, pk, record),
      ]),
    ]);
    const rows = resultsOf(snapshot).map((row): [string, ResultReport] => [row.key, row]);
    return {
      streambed: { version, at, page: this.page },
      entities: Object.fromEntries(entities),
      keys: upTo(rows.length, rows, (key, row) => [
        this.#redactor.text(key),
        this.#result(row, at),
      ]),
      layers: layersOf(snapshot).map(({ args, name, rows: names }) => ({
        name,
        args: this.#plain(args, [name, 'args']),
        rows: names.map(({ entityKey, pk }) => `${entityKey} ${pk}`),
      })),
    };
  }

  #record(entityKey: string, pk: string, record: object): unknown {
    const known = this.#packed.get(record);
    if (known !== undefined) return known;
    const packed = this.#plain(record, [entityKey, pk]);
    this.#packed.set(record, packed);
    return packed;
  }

  #result(row: ResultReport, now: number): unknown {
    const { error, expiredSeq, expiresAt, hasResult, invalidatedSeq, result, seq } = row;
    const isInvalid = !hasResult || invalidatedSeq > 0;
    const isStale = expiredSeq > seq || expiresAt < now;
    return {
      status: isInvalid ? 'invalid' : isStale ? 'stale' : 'valid',
      ...(hasResult && { result: this.#plain(result, ['result']) }),
      ...(error && { error: summaryOf(error) }),
      // JSON has no Infinity.
      expiresAt: expiresAt === Infinity ? 'never' : expiresAt,
    };
  }

  #plain(value: unknown, path: readonly string[]): unknown {
    return packValue(this.#redactor.plain(value, path), 'The state');
  }
}

/** The first entries as members, and how many were left out. */
function upTo<V>(
  count: number,
  entries: Iterable<readonly [string, V]>,
  member: (name: string, value: V) => readonly [string, unknown],
): Record<string, unknown> {
  const members: (readonly [string, unknown])[] = [];
  for (const [name, value] of entries) {
    if (members.length === MAX_ROWS) {
      members.push([MORE, `${(count - MAX_ROWS).toLocaleString('en')} more`]);
      break;
    }
    members.push(member(name, value));
  }
  // `fromEntries` makes own members, of the name `__proto__` too.
  return Object.fromEntries(members);
}

/**
 * A snapshot with the content of a state that came back from the extension, which may be one from a
 * file. Throws for values that are no such states.
 */
export function snapshotOfPlain(state: unknown): Snapshot {
  const { streambed, entities, keys } = membersOf(state);
  const { at, version } = membersOf(streambed);
  if (typeof at !== 'number' || typeof version !== 'number') return fail('no version');
  const rows = membersIn(entities).flatMap(([entityKey, records]) =>
    membersIn(records).map(([pk, record]): EntityReport => {
      return { entityKey, pk, record: membersOf(unpackValue(record)), meta: undefined };
    }),
  );
  const content = {
    isWhole: true,
    dropped: { entities: [], results: [] },
    entities: rows,
    results: membersIn(keys).map(([key, row]) => resultOfPlain(key, membersOf(row))),
    complete: [],
    layers: [],
  };
  return snapshotOf(content, { at, version });
}

function membersIn(value: unknown): [string, unknown][] {
  return Object.entries(membersOf(value)).filter(([name]) => name !== MORE);
}

function resultOfPlain(key: string, row: Members): ResultReport {
  const { error, expiresAt, result, status } = row;
  return {
    key,
    result: unpackValue(result),
    hasResult: Object.hasOwn(row, 'result'),
    error: error === undefined ? undefined : new Error(textOf(error)),
    errorPolicy: error === undefined ? undefined : 'soft',
    seq: 1,
    fetchedAt: 0,
    receivedAt: 0,
    expiresAt: typeof expiresAt === 'number' ? expiresAt : Infinity,
    invalidatedSeq: status === 'invalid' ? 1 : 0,
    expiredSeq: status === 'stale' ? 2 : 0,
  };
}

/** The last state of a panel that is imported. */
export function stateOfImport(lifted: unknown): unknown {
  const { computedStates, currentStateIndex } = membersOf(lifted);
  const states = listOf(computedStates);
  const index = typeof currentStateIndex === 'number' ? currentStateIndex : states.length - 1;
  return membersOf(states[index]).state;
}
