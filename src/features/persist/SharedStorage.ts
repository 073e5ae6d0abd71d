import type { Call } from '../../kernel/requests/Requests.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import type { LoadAction } from './collectStored.ts';
import type { LoadedRow } from './storedRecords.ts';
import type { Durability, Reader, Writer } from '../storage/Storage.ts';

/** The storage of a store, for features that keep more than data in it. */
export interface SharedStorage {
  readonly name: string;
  /** Runs `work` in one transaction. `undefined` if the storage may not be used. Rejects if it fails. */
  read<R>(
    work: (tables: Reader, info: { readonly flushedAt: number }) => Promise<R>,
  ): Promise<R | undefined>;
  /** Like `read`; writes all or nothing. */
  commit<R>(work: (tables: Writer) => Promise<R>, durability?: Durability): Promise<R | undefined>;
  /**
   * Like `commit`, strict, in one transaction with all changes of data. Resolves with whether the
   * storage may be used. Only where data is stored, too.
   */
  flushWith?(work: (tables: Writer) => Promise<void>): Promise<boolean>;
  /**
   * Rows of the storage have come into the store since `before`: they are stored, and have the
   * versions that were stored with them. Only where data is stored, too.
   */
  loaded?(rows: readonly LoadedRow[], before: TableReader): void;
  /** Reports a failure. Each cause is reported once. */
  report(error: unknown): void;
}

/** The storage of a store that has data of keys. */
export interface DataStorage extends SharedStorage {
  flushWith: NonNullable<SharedStorage['flushWith']>;
  /**
   * The stored data of some keys; `undefined` if the storage may not be used. Rejects if it fails.
   */
  load(calls: readonly Call[]): Promise<LoadAction | undefined>;
  /** Has stored data of keys brought into the store after a promise, which does not reject. */
  loadAfter(restored: Promise<void>): void;
}
