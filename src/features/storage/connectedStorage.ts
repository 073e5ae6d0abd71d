import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { failureOf, LostConnection } from './storageFailure.ts';
import type { LostReason, OpenStorage, Storage } from './Storage.ts';
import { timeLimit } from '../../shared/web/timeLimit.ts';

/** Longer than any database that opens at all takes, ms. Some browsers never settle an open. */
const OPEN_TIMEOUT = 3_000;

/**
 * The storage that connections make: an open ends in time, and a lost connection is opened again,
 * once per operation. `connect` may pend or throw; operations of a connection reject with what
 * `work` threw, with the failures of the contract, or with a `LostConnection`.
 */
export function connectedStorage(connect: Storage['open']): Storage {
  return {
    async open(onLost, scheduler = asyncScheduler) {
      let connection: Promise<OpenStorage> | undefined;
      let isClosed = false;

      const disconnect = (): void => {
        connection?.then(
          (open) => open.close(),
          () => undefined,
        );
        connection = undefined;
      };

      const connected = (): Promise<OpenStorage> => {
        if (isClosed) throw failureOf(new Error('it was closed'));
        if (connection) return connection;
        const drop = (): void => {
          if (connection === made) connection = undefined;
        };
        const lost = (why: LostReason): void => {
          drop();
          if (!isClosed) onLost(why);
        };
        const made = inTime(connect, lost, scheduler);
        made.catch(drop);
        return (connection = made);
      };

      const run = async <R>(operation: (open: OpenStorage) => Promise<R>): Promise<R> => {
        for (let isSecond = false; ; isSecond = true) {
          try {
            return await operation(await connected());
          } catch (error) {
            const isLost = error instanceof LostConnection;
            // Firefox refuses all writes after one without room, until the database is opened again.
            const { code } = Object(error) as { readonly code?: unknown };
            if (isLost || code === 'SB_STORAGE_FULL') disconnect();
            if (!isLost) throw error;
            if (isSecond) throw failureOf(new Error(error.message, { cause: error }));
          }
        }
      };

      await run(() => Promise.resolve());
      return {
        read: (work) => run((open) => open.read(work)),
        commit: (work, durability) => run((open) => open.commit(work, durability)),
        clear: (first) => run((open) => open.clear(first)),
        close() {
          isClosed = true;
          disconnect();
        },
      };
    },
  };
}

/** Rejects in time; what arrives later is closed. A lost connection while opening is a failure. */
function inTime(
  connect: Storage['open'],
  onLost: (why: LostReason) => void,
  scheduler: SchedulerLike,
): Promise<OpenStorage> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const fail = (error: unknown): void =>
      reject(failureOf(error instanceof LostConnection ? new Error(error.message) : error));
    const timer = timeLimit(scheduler, OPEN_TIMEOUT, () => {
      isLate = true;
      fail(new Error(`opening takes longer than ${OPEN_TIMEOUT} ms`));
    });
    // A global that throws when it is read is a refusal, too.
    Promise.resolve()
      .then(() => connect((why) => !isLate && onLost(why), scheduler))
      .then((open) => (isLate ? open.close() : resolve(open)), fail)
      .finally(() => timer.unsubscribe());
  });
}
