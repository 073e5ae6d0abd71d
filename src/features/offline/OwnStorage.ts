import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { SharedStorage } from '../persist/SharedStorage.ts';
import { StoredSession } from '../persist/StoredSession.ts';
import type { Storage, Writer } from '../storage/Storage.ts';

/** The storage of an outbox whose store has no `persist` of the same name. */
export class OwnStorage implements SharedStorage, StoreFeature {
  readonly name: string;
  readonly read: SharedStorage['read'];
  readonly commit: SharedStorage['commit'];
  readonly #session: StoredSession;

  constructor(internals: StoreInternals, name: string, storage: Storage) {
    const session = new StoredSession(internals, { name, version: 1, migrate: undefined }, storage);
    this.name = name;
    this.read = (work) => session.read(work);
    this.commit = (work, durability) => session.commit(work, durability);
    this.#session = session;
  }

  get isUsable(): boolean {
    return this.#session.isUsable;
  }

  async flushWith(work: (tables: Writer) => Promise<void>): Promise<boolean> {
    const write = async (tables: Writer): Promise<true> => {
      await work(tables);
      return true;
    };
    return (await this.commit(write, 'strict')) === true;
  }

  /** It has no data of keys. */
  loadAfter(): void {}

  report(error: unknown): void {
    this.#session.report(error);
  }

  /** See `StoredSession.check`. */
  check(event: Event): void {
    this.#session.check(event);
  }

  reset(): Promise<void> {
    return this.#session.restart();
  }

  end(): void {
    this.#session.end(Promise.resolve());
  }
}
