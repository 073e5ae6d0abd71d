import {
  fail,
  listOf,
  type Members,
  membersOf,
  numberOf,
  textOf,
  unpackValue,
} from '../../../shared/codec/valueCodec.ts';
import { type SnapshotContent, snapshotOf } from '../../inspect/content.ts';
import { originIn } from '../../inspect/originIn.ts';
import type { CommitRecord, Origin, RequestRecord, Timeline } from '../../inspect/Recording.ts';
import type { Snapshot } from '../../inspect/reports.ts';
import type { EntityMeta } from '../../../data/schema/Schema.ts';
import { StreambedError } from '../../../shared/StreambedError.ts';
import type { Action } from '../../../kernel/store/Action.ts';
import type { TableChanges } from '../../../kernel/table/TableChanges.ts';
import { unpackAction } from './actions.ts';
import {
  policyOf,
  textsOf,
  timeOf,
  unpackFailure,
  unpackMeta,
  unpackName,
  wordOf,
} from './checks.ts';
import { SESSION_FORMAT } from './SessionFile.ts';

/** A session that was exported, here or elsewhere. It does not change. */
export interface ImportedSession extends Timeline {
  /** When it was exported, ms since epoch by the clock there. */
  readonly exportedAt: number;
}

/** Longer texts are not read, in characters: engines cannot parse much more. */
const MAX_LENGTH = 250_000_000;

/**
 * Reads what `exportSession` wrote. No store is changed: `inspect(store).show` shows a snapshot of the
 * session on the page, and `showPresent` shows the store's own state again. Actions lack responses and
 * schemas. Throws `SB_SESSION_INVALID` for a text that is not a session of this version.
 *
 * @example
 * ```ts
 * const { commits } = importSession(text);
 * inspect(store).show(commits[2].snapshot);
 * ```
 */
export function importSession(text: string): ImportedSession {
  try {
    if (text.length > MAX_LENGTH) fail('more characters than can be read');
    const parsed = parse(text);
    const { streambedSession } = membersOf(parsed);
    if (streambedSession === undefined) fail('no session');
    if (streambedSession !== SESSION_FORMAT) fail('another version of the format');
    return readSession(membersOf(unpackValue(parsed)));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StreambedError('SB_SESSION_INVALID', `A session file holds ${why}.`, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return fail(`no JSON: ${String(cause)}`);
  }
}

type MetaAt = (index: unknown) => EntityMeta;

function readSession(file: Members): ImportedSession {
  const metas = listOf(file.metas).map(unpackMeta);
  const metaAt: MetaAt = (index) =>
    metas[numberOf(index)] ?? fail('a row that refers to a meta that does not exist');
  const start = readSnapshot(membersOf(file.start), metaAt);
  let since = start;
  const commits = listOf(file.commits).map((packed): CommitRecord => {
    const commit = readCommit(membersOf(packed), metaAt, since);
    since = commit.snapshot;
    return commit;
  });
  const requests = listOf(file.requests).map((packed) => readRequest(membersOf(packed)));
  return {
    exportedAt: numberOf(file.at),
    start,
    commits,
    requests,
    originOf: (entityKey, pk): Origin | undefined => originIn({ commits, requests }, entityKey, pk),
  };
}

class ImportedCommit implements CommitRecord {
  readonly version: number;
  readonly at: number;
  readonly actions: readonly Action[];
  readonly snapshot: Snapshot;
  readonly emitted: readonly string[];
  readonly rendered: readonly string[];
  readonly requests: readonly number[];
  readonly #before: Snapshot;
  #changes: TableChanges | undefined;

  constructor(packed: Members, snapshot: Snapshot, before: Snapshot) {
    this.version = snapshot.version;
    this.at = snapshot.at;
    this.actions = listOf(packed.actions).map((action) => unpackAction(membersOf(action)));
    this.snapshot = snapshot;
    this.emitted = textsOf(packed.emitted);
    this.rendered = textsOf(packed.rendered);
    this.requests = listOf(packed.requests).map(numberOf);
    this.#before = before;
  }

  get changes(): TableChanges {
    return (this.#changes ??= this.#before.entities.changesTo(this.snapshot.entities));
  }
}

function readCommit(packed: Members, metaAt: MetaAt, before: Snapshot): CommitRecord {
  const snapshot = readSnapshot(packed, metaAt, before);
  // The commit of a reset has no changes: what it removed is not listed.
  return new ImportedCommit(packed, snapshot, packed.isWhole === true ? snapshot : before);
}

function readSnapshot(packed: Members, metaAt: MetaAt, since?: Snapshot): Snapshot {
  const { at, version } = packed;
  const given = { at: timeOf(at), version: numberOf(version) };
  return snapshotOf(readContent(packed, metaAt), since ? { ...given, since } : given);
}

function readContent(packed: Members, metaAt: MetaAt): SnapshotContent {
  return {
    isWhole: packed.isWhole === true,
    dropped: {
      entities: listOf(packed.droppedEntities).map(unpackName),
      results: textsOf(packed.droppedResults),
    },
    entities: listOf(packed.entities).map((row) => {
      const [entityKey, pk, meta, record] = listOf(row);
      const hasRecord = listOf(row).length > 3;
      return {
        entityKey: textOf(entityKey),
        pk: textOf(pk),
        meta: metaAt(meta),
        record: hasRecord ? membersOf(record) : undefined,
      };
    }),
    results: listOf(packed.results).map((row) => readResult(membersOf(row), metaAt)),
    complete: textsOf(packed.complete),
    layers: listOf(packed.layers).map((layer) => {
      const { args, at, name, rows, seq } = membersOf(layer);
      return {
        seq: timeOf(seq),
        name: textOf(name),
        args: listOf(args),
        at: timeOf(at),
        rows: listOf(rows).map(unpackName),
      };
    }),
  };
}

function readResult(
  { error, expiredSeq, invalidatedSeq, key, meta, policy, ...rest }: Members,
  metaAt: MetaAt,
): SnapshotContent['results'][number] {
  return {
    key: textOf(key),
    ...metaAt(meta),
    hasResult: Object.hasOwn(rest, 'result'),
    result: rest.result,
    error: unpackFailure(error),
    errorPolicy: policyOf(policy),
    invalidatedSeq: timeOf(invalidatedSeq),
    expiredSeq: timeOf(expiredSeq),
  };
}

const REASONS = [
  'first',
  'stale',
  'expired',
  'invalidated',
  'conflict',
  'lost',
  'failed',
  'retry',
  'poll',
  'called',
  'part',
  'mutation',
] as const satisfies readonly RequestRecord['reason']['code'][];

const OUTCOMES = [
  'pending',
  'open',
  'stored',
  'discarded',
  'failed',
  'aborted',
] as const satisfies readonly RequestRecord['outcome'][];

function readRequest(packed: Members): RequestRecord {
  const { code, text, by } = membersOf(packed.reason);
  const { heldAt, settledAt } = packed;
  return {
    id: numberOf(packed.id),
    seq: timeOf(packed.seq),
    key: textOf(packed.key),
    name: textOf(packed.name),
    args: listOf(packed.args),
    isMutation: packed.isMutation === true,
    reason: {
      code: wordOf(code, REASONS),
      text: textOf(text),
      by: by === undefined ? undefined : textOf(by),
    },
    attempts: listOf(packed.attempts).map(timeOf),
    settledAt: settledAt === undefined ? undefined : timeOf(settledAt),
    ...(heldAt !== undefined && { heldAt: timeOf(heldAt) }),
    outcome: wordOf(packed.outcome, OUTCOMES),
    error: unpackFailure(packed.error),
    overlaps: listOf(packed.overlaps).map(numberOf),
  };
}
