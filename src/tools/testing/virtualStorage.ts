import { asyncScheduler, type SchedulerLike } from 'rxjs';
import type { Backend, Connection } from '../../features/storage/Backend.ts';
import { keyText } from '../../features/storage/keyText.ts';
import { MemoryBackend } from '../../features/storage/MemoryBackend.ts';
import type {
  LostReason,
  OpenStorage,
  Storage,
  StoredKey,
  TableName,
} from '../../features/storage/Storage.ts';
import { LostConnection } from '../../features/storage/storageFailure.ts';
import { storageOver } from '../../features/storage/storageOver.ts';

/**
 * A failure of a storage. `'quota'`: a commit finds no room. `'abort'`: a read, a commit or a clear
 * is aborted. `'closed'`: the same operations lose their connection; a second time in one operation
 * is a failure. `'blocked'`: an open never ends.
 */
export type StorageFault = 'quota' | 'abort' | 'closed' | 'blocked';

/** A storage in memory whose failures and delays a test decides. */
export interface VirtualStorage extends Storage {
  /** Lets the next `times` operations that can have the fault fail. Default: 1. */
  fail(fault: StorageFault, times?: number): void;
  /** Each operation takes `ms` from now on, in the time of the store that opened the storage. */
  delay(ms: number): void;
  /** Puts a text that cannot be read in place of a record. */
  corrupt(table: TableName, key: StoredKey): void;
  /**
   * Ends every program that has the storage open: uncommitted data is lost, and all operations
   * of these programs reject. Others may open the storage again.
   */
  crash(): void;
  /** Another storage with the committed data, as a program finds it after a reload. */
  copy(): VirtualStorage;
}

/**
 * Makes a storage for tests: in memory, in virtual time, with failures on demand.
 *
 * @example
 * ```ts
 * const storage = virtualStorage();
 * storage.fail('quota');
 * storage.delay(5_000);
 * ```
 */
export function virtualStorage(): VirtualStorage {
  return new VirtualDevice(new MemoryBackend());
}

class VirtualDevice implements VirtualStorage {
  readonly #faults: StorageFault[] = [];
  readonly #programs = new Set<Program>();
  #memory: MemoryBackend;
  #delay = 0;

  constructor(memory: MemoryBackend) {
    this.#memory = memory;
  }

  open(onLost: (why: LostReason) => void, scheduler?: SchedulerLike): Promise<OpenStorage> {
    const program = new Program(this, this.#memory);
    this.#programs.add(program);
    return storageOver(program).open(onLost, scheduler);
  }

  fail(fault: StorageFault, times = 1): void {
    for (let time = 0; time < times; time++) this.#faults.push(fault);
  }

  delay(ms: number): void {
    this.#delay = ms;
  }

  corrupt(table: TableName, key: StoredKey): void {
    this.#memory.write(table, keyText(key), 'unreadable');
  }

  crash(): void {
    for (const program of this.#programs) program.end();
    this.#programs.clear();
    // Transactions in flight end in the memory that they began in.
    this.#memory = this.#memory.copy();
  }

  copy(): VirtualStorage {
    return new VirtualDevice(this.#memory.copy());
  }

  takeFault(...faults: readonly StorageFault[]): StorageFault | undefined {
    const at = this.#faults.findIndex((fault) => faults.includes(fault));
    return at < 0 ? undefined : this.#faults.splice(at, 1)[0];
  }

  get delayTime(): number {
    return this.#delay;
  }
}

/** What one program that opened the storage does with it, until it ends. */
class Program implements Backend {
  readonly #device: VirtualDevice;
  readonly #memory: MemoryBackend;
  readonly #ended: Promise<never>;
  #end: (reason: Error) => void = () => undefined;

  constructor(device: VirtualDevice, memory: MemoryBackend) {
    this.#device = device;
    this.#memory = memory;
    this.#ended = new Promise((_, reject) => (this.#end = reject));
    this.#ended.catch(() => undefined);
  }

  end(): void {
    this.#end(new Error('the program has crashed'));
  }

  async open(onLost: (why: LostReason) => void, scheduler?: SchedulerLike): Promise<Connection> {
    if (this.#device.takeFault('blocked')) return this.#untilEnd(new Promise(() => undefined));
    await this.#pass(scheduler);
    const memory = await this.#memory.open();

    const mayFail = async (faults: readonly StorageFault[]): Promise<void> => {
      await this.#pass(scheduler);
      const fault = this.#device.takeFault(...faults);
      if (!fault) return;
      if (fault === 'closed') onLost(fault);
      throw errorOf(fault);
    };

    return {
      read: (work) =>
        this.#untilEnd(
          memory.read(async (records) => {
            const result = await work(records);
            await mayFail(['abort', 'closed']);
            return result;
          }),
        ),
      commit: (work, durability) =>
        this.#untilEnd(
          memory.commit(async (records) => {
            const outcome = await work(records);
            const hasPut = outcome.writes.some(({ value }) => value !== undefined);
            await mayFail(hasPut ? ['quota', 'abort', 'closed'] : ['abort', 'closed']);
            return outcome;
          }, durability),
        ),
      clear: (first) =>
        this.#untilEnd(mayFail(['abort', 'closed']).then(() => memory.clear(first))),
      close: () => undefined,
    };
  }

  /** Lets the delay pass. */
  async #pass(scheduler: SchedulerLike = asyncScheduler): Promise<void> {
    const { delayTime } = this.#device;
    if (delayTime === 0) return this.#untilEnd(Promise.resolve());
    await this.#untilEnd(
      new Promise<void>((resolve) => scheduler.schedule(() => resolve(), delayTime)),
    );
  }

  #untilEnd<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([this.#ended, promise]);
  }
}

function errorOf(fault: StorageFault): Error {
  if (fault === 'closed') return new LostConnection('the connection was lost');
  return new Error(fault === 'quota' ? 'the quota is exceeded' : 'the transaction was aborted');
}
