import { packValue } from '../../../shared/codec/valueCodec.ts';
import { contentOf } from '../../inspect/content.ts';
import { inspect } from '../../inspect/inspect.ts';
import type { CommitRecord, RequestRecord, Timeline } from '../../inspect/Recording.ts';
import type { Snapshot } from '../../inspect/reports.ts';
import type { EntityMeta } from '../../../data/schema/Schema.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import { type Redact, Redactor } from '../redact.ts';
import { packAction } from './actions.ts';
import { packFailure, packMeta, packName } from './checks.ts';
import {
  type FileCommit,
  type FileMeta,
  type FileRequest,
  type FileSnapshot,
  SESSION_FORMAT,
  type SessionFile,
} from './SessionFile.ts';

/** Options of `exportSession`. */
export interface ExportOptions {
  /** Which members of records, results and args are hidden. Default: those with names of secrets. */
  readonly redact?: Redact | undefined;
}

/**
 * A session as JSON text, for a file or a bug report: the state with which it began, and each commit
 * and request. Of a store it is its present state only. Headers and bodies of requests and responses
 * are not in it; secrets in entities, results, args and keys are replaced by `[redacted]`.
 *
 * Values that are not data, such as files and class instances, are replaced by a text.
 *
 * @example
 * ```ts
 * const recording = inspect(store).record();
 * // … later
 * const text = exportSession(recording);
 * ```
 */
export function exportSession(source: Timeline | Store, { redact }: ExportOptions = {}): string {
  const writer = new SessionWriter(new Redactor(redact));
  const timeline =
    'commits' in source ? source : { start: inspect(source).present(), commits: [], requests: [] };
  return JSON.stringify(packValue(writer.write(timeline), 'The session'));
}

class SessionWriter {
  readonly #redactor: Redactor;
  readonly #metas: FileMeta[] = [];
  readonly #metaIndexes = new Map<string, number>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  write({
    commits,
    requests,
    start,
  }: Pick<Timeline, 'start' | 'commits' | 'requests'>): SessionFile {
    let since = start;
    const first = this.#snapshot(start);
    const packed = commits.map((commit) => {
      const one = this.#commit(commit, since);
      since = commit.snapshot;
      return one;
    });
    return {
      streambedSession: SESSION_FORMAT,
      at: Date.now(),
      start: first,
      commits: packed,
      requests: requests.map((request) => this.#request(request)),
      metas: this.#metas,
    };
  }

  #commit(commit: CommitRecord, since: Snapshot): FileCommit {
    const { actions, emitted, rendered, requests, snapshot } = commit;
    return {
      ...this.#snapshot(snapshot, since),
      actions: actions.map((action) => packAction(action, this.#redactor)),
      emitted: emitted.map((name) => this.#redactor.text(name)),
      rendered: [...rendered],
      requests: [...requests],
    };
  }

  #snapshot(snapshot: Snapshot, since?: Snapshot): FileSnapshot {
    const redactor = this.#redactor;
    const { complete, dropped, entities, isWhole, layers, results } = contentOf(snapshot, since);
    return {
      version: snapshot.version,
      at: snapshot.at,
      isWhole,
      droppedEntities: dropped.entities.map(packName),
      droppedResults: dropped.results.map((key) => redactor.text(key)),
      entities: entities.map(({ entityKey, meta, pk, record }) => {
        const head = [entityKey, pk, this.#meta(meta)] as const;
        return record ? [...head, redactor.plain(record, [entityKey, pk])] : head;
      }),
      results: results.map((row) => ({
        key: redactor.text(row.key),
        meta: this.#meta(row),
        ...(row.hasResult && { result: redactor.plain(row.result, ['result']) }),
        ...(row.error && { error: packFailure(row.error, redactor) }),
        ...(row.errorPolicy && { policy: row.errorPolicy }),
        invalidatedSeq: row.invalidatedSeq,
        expiredSeq: row.expiredSeq,
      })),
      complete,
      layers: layers.map(({ args, at, name, rows, seq }) => {
        return {
          seq,
          name,
          args: redactor.plain(args, [name, 'args']),
          at,
          rows: rows.map(packName),
        };
      }),
    };
  }

  #request(request: RequestRecord): FileRequest {
    const { error, key, name, reason, args, settledAt, ...rest } = request;
    const { code, text, by } = reason;
    return {
      ...rest,
      key: this.#redactor.text(key),
      name,
      args: this.#redactor.plain(args, [name, 'args']),
      reason: { code, text, ...(by !== undefined && { by }) },
      ...(settledAt !== undefined && { settledAt }),
      ...(error && { error: packFailure(error, this.#redactor) }),
    };
  }

  /** The index of a meta among distinct ones: the rows of a response share theirs. */
  #meta(meta: EntityMeta = NO_META): number {
    const packed = packMeta(meta);
    const text = packed.join();
    const known = this.#metaIndexes.get(text);
    if (known !== undefined) return known;
    this.#metaIndexes.set(text, this.#metas.length);
    return this.#metas.push(packed) - 1;
  }
}

const NO_META: EntityMeta = { seq: 0, fetchedAt: 0, receivedAt: 0, expiresAt: Infinity };
