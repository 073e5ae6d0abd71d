import type { PackedError } from '../../../shared/codec/valueCodec.ts';

/** The version of the format. Files of another version are not read. */
export const SESSION_FORMAT = 1;

/**
 * A session as data, before values that JSON lacks are packed. Keys are redacted, and so are args,
 * records and results. Responses are not in it: what they brought is in the contents.
 */
export interface SessionFile {
  readonly streambedSession: number;
  /** When it was exported, ms since epoch. */
  readonly at: number;
  /** The metas of rows and results, which refer to them by index: seq and times. */
  readonly metas: readonly FileMeta[];
  readonly start: FileSnapshot;
  readonly commits: readonly FileCommit[];
  readonly requests: readonly FileRequest[];
}

/** When a row was requested, received and becomes stale: ms since epoch, or Infinity. */
export type FileMeta = readonly [
  seq: number,
  fetchedAt: number,
  receivedAt: number,
  expiresAt: number,
];

/** An entity, by entity key and pk. */
export type FileName = readonly [entityKey: string, pk: string];

/** A snapshot; of commits, the difference to the one before. */
export interface FileSnapshot {
  readonly version: number;
  readonly at: number;
  readonly isWhole: boolean;
  readonly droppedEntities: readonly FileName[];
  readonly droppedResults: readonly string[];
  /** A removed entity has no record. */
  readonly entities: readonly (readonly [...FileName, meta: number, record?: unknown])[];
  readonly results: readonly FileResult[];
  readonly complete: readonly string[];
  readonly layers: readonly FileLayer[];
}

export interface FileResult {
  readonly key: string;
  readonly meta: number;
  readonly result?: unknown;
  readonly error?: PackedError;
  readonly policy?: 'soft' | 'hard' | undefined;
  readonly invalidatedSeq: number;
  readonly expiredSeq: number;
}

export interface FileLayer {
  readonly seq: number;
  readonly name: string;
  readonly args: unknown;
  readonly at: number;
  readonly rows: readonly FileName[];
}

export interface FileCommit extends FileSnapshot {
  readonly actions: readonly FileAction[];
  readonly emitted: readonly string[];
  readonly rendered: readonly string[];
  readonly requests: readonly number[];
}

/** An action: its type, and the members that are data. */
export interface FileAction {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface FileRequest {
  readonly id: number;
  readonly seq: number;
  readonly key: string;
  readonly name: string;
  readonly args: unknown;
  readonly isMutation: boolean;
  readonly reason: { readonly code: string; readonly text: string; readonly by?: string };
  readonly attempts: readonly number[];
  readonly settledAt?: number;
  readonly heldAt?: number;
  readonly outcome: string;
  readonly error?: PackedError;
  readonly overlaps: readonly number[];
}
