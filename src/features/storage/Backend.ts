import type { SchedulerLike } from 'rxjs';
import type { Durability, LostReason, TableName } from './Storage.ts';

// What adapters over texts implement: records whose keys are texts and whose values are JSON.
// `storageOver` makes a `Storage` of it.

/** A way to keep records. */
export interface Backend {
  /** Rejects with anything. May pend: `storageOver` ends the wait. */
  open(onLost: (why: LostReason) => void, scheduler?: SchedulerLike): Promise<Connection>;
}

/** An open backend. Operations reject with a `LostConnection` if opening again may help. */
export interface Connection {
  read<R>(work: (records: Records) => Promise<R>): Promise<R>;
  /** Applies the writes that `work` returns, or none of them. */
  commit<R>(work: (records: Records) => Promise<Result<R>>, durability: Durability): Promise<R>;
  /** Deletes everything, then applies a write. */
  clear(first?: Write): Promise<void>;
  close(): void;
}

export interface Records {
  get(table: TableName, keys: readonly string[]): Promise<readonly unknown[]>;
  /** Records with `after < key < before`, in the order of their keys. */
  range(table: TableName, bounds: Bounds, limit: number): Promise<readonly StoredRecord[]>;
}

export type Bounds = readonly [after?: string | undefined, before?: string | undefined];

export function isWithin(key: string, [after, before]: Bounds): boolean {
  return (after === undefined || key > after) && (before === undefined || key < before);
}

export type StoredRecord = readonly [key: string, value: unknown];

export interface Result<R> {
  readonly result: R;
  readonly writes: readonly Write[];
}

/** One write. Without a value it deletes. */
export interface Write {
  readonly table: TableName;
  readonly key: string;
  readonly value?: unknown;
}
