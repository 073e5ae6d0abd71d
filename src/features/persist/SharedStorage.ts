import type { Call } from '../../kernel/requests/Requests.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import type { LoadAction } from './collectStored.ts';
import type { LoadedRow } from './storedRecords.ts';
import type { Durability, Reader, Writer } from '../storage/Storage.ts';

/** The storage of a store, for features that keep more than data in it. */
export interface SharedStorage {
  readonly name: string;
  /** Whether the storage may be used, or it is not known yet. */
  readonly isUsable: boolean;
  /** Runs `work` in one transaction. `undefined` if the storage may not be used. Rejects if it fails. */
  read<R>(
    work: (tables: Reader, info: { readonly flushedAt: number }) => Promise<R>,
  ): Promise<R | undefined>;
  /** Like `read`; writes all or nothing. */
  commit<R>(work: (tables: Writer) => Promise<R>, durability?: Durability): Promise<R | undefined>;
  /**
   * Like `commit`, strict, in one transaction with all changes of data. Resolves with whether the
   * storage may be used.
   */
  flushWith(work: (tables: Writer) => Promise<void>): Promise<boolean>;
  /**
   * The stored data of some keys; `undefined` if the storage may not be used. Rejects if it fails.
   * Only where such data is stored.
   */
  load?(calls: readonly Call[]): Promise<LoadAction | undefined>;
  /**
   * Rows of the storage have come into the store since `before`: they are stored, and have the
   * versions that were stored with them. Only where such data is stored.
   */
  loaded?(rows: readonly LoadedRow[], before: TableReader): void;
  /** Has stored data of keys brought into the store after a promise, which does not reject. */
  loadAfter(restored: Promise<void>): void;
  /** Reports a failure. Each cause is reported once. */
  report(error: unknown): void;
}
