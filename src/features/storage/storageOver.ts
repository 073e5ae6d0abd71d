import type { SchedulerLike } from 'rxjs';
import { asError } from '../../shared/asError.ts';
import { type Backend, type Connection, LostConnection, type Write } from './Backend.ts';
import { keyOf } from './keyText.ts';
import type { Durability, LostReason, OpenStorage, Reader, Storage, Writer } from './Storage.ts';
import { failureOf, isQuotaError } from './storageFailure.ts';
import { TableReader, TableWriter } from './tables.ts';

/** Longer than any database that opens at all takes. Some browsers never settle an open. */
const OPEN_TIMEOUT = 3_000;

/**
 * The storage that a backend makes: values are packed, records that cannot be read are not stored,
 * a lost connection is opened again, and failures have one of two codes.
 */
export function storageOver(backend: Backend): Storage {
  return {
    async open(onLost, scheduler) {
      const storage = new ConnectedStorage(backend, onLost, scheduler);
      await storage.connect();
      return storage;
    },
  };
}

class ConnectedStorage implements OpenStorage {
  readonly #backend: Backend;
  readonly #onLost: (why: LostReason) => void;
  readonly #scheduler: SchedulerLike | undefined;
  #connection: Promise<Connection> | undefined;
  #isClosed = false;

  constructor(
    backend: Backend,
    onLost: (why: LostReason) => void,
    scheduler: SchedulerLike | undefined,
  ) {
    this.#backend = backend;
    this.#onLost = onLost;
    this.#scheduler = scheduler;
  }

  async connect(): Promise<void> {
    await this.#run(() => Promise.resolve());
  }

  read<R>(work: (tables: Reader) => Promise<R>): Promise<R> {
    return this.#run(async (connection, withOwnErrors) => {
      const unreadable: Write[] = [];
      const result = await connection.read((records) =>
        withOwnErrors(work(new TableReader(records, unreadable))),
      );
      // A failure needs no report: the next read finds the records again.
      if (unreadable.length > 0) this.#forget(unreadable).catch(() => undefined);
      return result;
    });
  }

  commit<R>(work: (tables: Writer) => Promise<R>, durability: Durability): Promise<R> {
    return this.#run((connection, withOwnErrors) =>
      connection.commit(async (records) => {
        const tables = new TableWriter(records);
        const result = await withOwnErrors(work(tables));
        return { result, writes: tables.writes };
      }, durability),
    );
  }

  clear(): Promise<void> {
    return this.#run((connection) => connection.clear());
  }

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  /** Deletes those of the records that are still unreadable. */
  #forget(unreadable: readonly Write[]): Promise<unknown> {
    const getAll = (tables: Reader): Promise<unknown> =>
      Promise.all(unreadable.map(({ table, key }) => tables.get(table, keyOf(key))));
    return this.commit(getAll, 'relaxed');
  }

  async #run<R>(operation: Operation<R>): Promise<R> {
    try {
      try {
        return await this.#try(operation);
      } catch (error) {
        if (!(error instanceof LostConnection)) throw error;
        this.#disconnect();
        return await this.#try(operation);
      }
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
      this.#disconnect();
      throw failureOf(new Error(error.message, { cause: error }));
    }
  }

  /** Errors of `work` pass unchanged, a lost connection too. Others get a code. */
  async #try<R>(operation: Operation<R>): Promise<R> {
    const ownErrors = new Set<unknown>();
    const withOwnErrors = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        ownErrors.add(error);
        throw error;
      }
    };
    try {
      return await operation(await this.#connect(), withOwnErrors);
    } catch (error) {
      if (ownErrors.has(error) || error instanceof LostConnection) throw error;
      // Firefox refuses all writes after one without room, until the database is opened again.
      if (isQuotaError(error)) this.#disconnect();
      throw failureOf(error);
    }
  }

  #connect(): Promise<Connection> {
    if (this.#isClosed) throw new Error('it was closed');
    if (!this.#connection) {
      const connection = this.#open(() => this.#drop(connection));
      this.#connection = connection;
      connection.catch(() => this.#drop(connection));
    }
    return this.#connection;
  }

  #open(onGone: () => void): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const stop = runAfter(OPEN_TIMEOUT, this.#scheduler, () => {
        isLate = true;
        reject(new Error(`opening takes longer than ${OPEN_TIMEOUT} ms`));
      });
      const onLost = (why: LostReason): void => {
        onGone();
        if (!isLate && !this.#isClosed) this.#onLost(why);
      };
      const whenOpen = (connection: Connection): void => {
        stop();
        if (isLate) connection.close();
        else resolve(connection);
      };
      const whenRefused = (error: unknown): void => {
        stop();
        // Not a LostConnection: the operation would open again.
        reject(new Error(asError(error).message, { cause: error }));
      };
      // A global that throws when it is read is a refusal, too.
      Promise.resolve()
        .then(() => this.#backend.open(onLost, this.#scheduler))
        .then(whenOpen, whenRefused);
    });
  }

  #drop(connection: Promise<Connection>): void {
    if (this.#connection === connection) this.#connection = undefined;
  }

  #disconnect(): void {
    this.#connection?.then(
      (connection) => connection.close(),
      () => undefined,
    );
    this.#connection = undefined;
  }
}

type Operation<R> = (
  connection: Connection,
  withOwnErrors: <T>(work: Promise<T>) => Promise<T>,
) => Promise<R>;

function runAfter(ms: number, scheduler: SchedulerLike | undefined, run: () => void): () => void {
  if (scheduler) {
    const timer = scheduler.schedule(run, ms);
    return () => timer.unsubscribe();
  }
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
