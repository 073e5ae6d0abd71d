import type { Observable } from 'rxjs';
import type { Action } from '../../kernel/store/Action.ts';
import type { TableChanges } from '../../kernel/table/TableChanges.ts';
import type { Snapshot } from './reports.ts';

/** Options of `inspector.record`. */
export interface RecordingOptions {
  /** How many commits, and how many requests, are kept; older ones are dropped. Default 500. */
  readonly limit?: number | undefined;
}

/** Why a request was sent. */
export interface RequestReason {
  /**
   * - `first`: the key has no data.
   * - `stale`: the data has expired.
   * - `expired`, `invalidated`: a call of `expireAll`, `invalidate` …
   * - `conflict`: this request is sent in place of one that overlapped a mutation.
   * - `lost`: the data lacks an entity that was removed.
   * - `failed`: the last request failed, and the failure has expired.
   * - `retry`: the try before failed.
   * - `poll`: the interval of the endpoint is over.
   * - `called`: the program called `fetch`, `refetch` or a hook's function for it.
   * - `part`: a read of all loaded pages sends a request for each.
   * - `mutation`: the endpoint changes data.
   */
  readonly code:
    | 'first'
    | 'stale'
    | 'expired'
    | 'invalidated'
    | 'conflict'
    | 'lost'
    | 'failed'
    | 'retry'
    | 'poll'
    | 'called'
    | 'part'
    | 'mutation';
  /** In plain words, such as `The data had expired. Requested by UserPage.` */
  readonly text: string;
  /** The component or function that caused it, if it is known. */
  readonly by: string | undefined;
}

/** One request: a read or a mutation, with all its tries. */
export interface RequestRecord {
  /** Counts the requests of a recording, from 1. */
  readonly id: number;
  /** Its position in the store's one order of requests and writes. */
  readonly seq: number;
  readonly key: string;
  /** The endpoint's name. */
  readonly name: string;
  readonly args: readonly unknown[];
  readonly isMutation: boolean;
  readonly reason: RequestReason;
  /** When each try was sent, ms since epoch. */
  readonly attempts: readonly number[];
  /** When the first response or the final failure arrived, ms since epoch; `undefined`: not yet. */
  readonly settledAt: number | undefined;
  /**
   * When the first response or the failure arrived, ms since epoch, if the store showed an earlier
   * state: it is held until the present is shown.
   */
  readonly heldAt?: number;
  /**
   * `open`: a live source, after its first response. `discarded`: the response arrived, and a later
   * request or write had replaced what it brought.
   */
  readonly outcome: 'pending' | 'open' | 'stored' | 'discarded' | 'failed' | 'aborted';
  /** Why it failed or was aborted. */
  readonly error: Error | undefined;
  /** The ids of the requests that were in flight at the same time as this one, if one is a mutation. */
  readonly overlaps: readonly number[];
}

/** One commit, and what it caused. */
export interface CommitRecord {
  /** The number of the commit in its store, from 1. */
  readonly version: number;
  /** When it was made, ms since epoch. */
  readonly at: number;
  readonly actions: readonly Action[];
  /** The visible state after it. */
  readonly snapshot: Snapshot;
  /** Which entities it added, updated and removed; computed when it is read. */
  readonly changes: TableChanges;
  /** The streams that notified their observers of it: endpoint keys, and queries by name. */
  readonly emitted: readonly string[];
  /** The components that it rendered, as far as their hooks tell. */
  readonly rendered: readonly string[];
  /** The requests that it started. */
  readonly requests: readonly number[];
}

/** What a store did: the part of a {@link Recording} that other sources may have, too. */
export interface Timeline {
  /** The state with which it begins, or the one before the first commit that is kept. */
  readonly start: Snapshot;
  /** The oldest first. The same array until it changes. */
  readonly commits: readonly CommitRecord[];
  /** The oldest first. The same array until it changes. */
  readonly requests: readonly RequestRecord[];
  /**
   * The latest commit that changed an entity, and the request that brought the change. `undefined`:
   * no commit of the timeline did.
   */
  originOf(entityKey: string, pk: string): Origin | undefined;
}

/** What a store did since the recording began, within the limit. */
export interface Recording extends Timeline {
  /**
   * Emits after each change of the recording, synchronously, and maybe often: a panel waits for the
   * next frame.
   */
  readonly changed$: Observable<void>;
  readonly isPaused: boolean;
  /** Records nothing until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Drops what was recorded, except the requests that are in flight. */
  clear(): void;
  /** Ends the recording. What was recorded stays. */
  stop(): void;
}

/** What changed an entity. */
export interface Origin {
  readonly commit: CommitRecord;
  /** `undefined`: the program wrote it, or the request is not recorded. */
  readonly request: RequestRecord | undefined;
}
