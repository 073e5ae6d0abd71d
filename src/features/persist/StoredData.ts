import type { Subscription } from 'rxjs';
import type { Call } from '../../kernel/requests/Requests.ts';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { TableReader } from '../../kernel/table/TableReader.ts';
import { keepProcess } from '../../kernel/requests/DeadlineQueue.ts';
import { DEVELOPMENT } from '../../shared/development.ts';
import { pageEvents } from '../../shared/web/pageSignals.ts';
import type { Storage, Writer } from '../storage/Storage.ts';
import { deleteOld } from './ageing.ts';
import { expireStored } from './expireStored.ts';
import type { LoadAction } from './collectStored.ts';
import { inspectedStorages } from './inspectedStorages.ts';
import { KeyLoader } from './KeyLoader.ts';
import type { PersistSettings } from './PersistOptions.ts';
import { RowWriter } from './RowWriter.ts';
import type { DataStorage } from './SharedStorage.ts';
import { StorableReads } from './StorableReads.ts';
import type { LoadedRow } from './storedRecords.ts';
import { StoredSession } from './StoredSession.ts';

/** Old data is deleted this long after the start, and then once a day, ms. */
const [FIRST_AGEING, AGEING] = [10_000, 86_400_000];

/** What a store stores, and what it has stored before. */
export class StoredData extends StoredSession implements DataStorage {
  readonly #internals: StoreInternals;
  readonly #settings: PersistSettings;
  readonly #writer: RowWriter;
  readonly #loader: KeyLoader;
  readonly #leaves: Subscription;
  #ageing: Subscription | undefined;

  constructor(internals: StoreInternals, settings: PersistSettings, storage: Storage) {
    super(internals, settings, storage);
    const reads = new StorableReads(settings);
    const writer = new RowWriter(internals, this, reads, settings.flushWait);
    const loader = new KeyLoader(internals, this, reads, settings, writer);
    this.#internals = internals;
    this.#settings = settings;
    this.#writer = writer;
    this.#loader = loader;
    if (DEVELOPMENT) {
      const { name, version } = settings;
      inspectedStorages.set(internals, {
        name,
        version,
        lastFlush: undefined,
        read: (work) => this.read(work),
      });
    }
    internals.hold = (stream, resume) => loader.hold(stream, resume);
    const { signedAll } = internals;
    internals.signedAll = (endpoint, sign) => {
      signedAll?.(endpoint, sign);
      if (!reads.mayStore(endpoint)) return;
      const { clock } = internals;
      const signed = { endpoint, sign, calledAt: clock.now() };
      const done = this.commit((tables) => expireStored(tables, signed, clock.now()));
      const last = loader.signed;
      loader.signed = done.then(
        () => last,
        (error: unknown) => this.report(error),
      );
    };
    keepDataVisible(internals);
    // The page may not come back.
    const leaves$ = pageEvents('visibilitychange', 'pagehide', 'freeze');
    this.#leaves = leaves$.subscribe(() => writer.flush());
    this.#ageIn(FIRST_AGEING);
  }

  flushWith(work: (tables: Writer) => Promise<void>): Promise<boolean> {
    return this.#writer.flushWith(work);
  }

  load(calls: readonly Call[]): Promise<LoadAction | undefined> {
    return this.#loader.collect(calls);
  }

  loaded(rows: readonly LoadedRow[], before: TableReader): void {
    this.#loader.loaded(rows, before);
  }

  loadAfter(restored: Promise<void>): void {
    this.#loader.after = restored;
  }

  override reset(): Promise<void> {
    const wiped = super.reset();
    this.#loader.reset();
    return wiped;
  }

  override end(): void {
    this.#leaves.unsubscribe();
    this.#ageing?.unsubscribe();
    super.end(this.#writer.end());
    this.#loader.reset();
  }

  #ageIn(wait: number): void {
    this.#ageing = this.#internals.options.scheduler.schedule(() => void this.#age(), wait);
    keepProcess(this.#ageing, false);
  }

  async #age(): Promise<void> {
    try {
      await deleteOld(this, this.#internals.clock.now(), this.#settings);
    } catch {
      // The next one finds the same data.
    }
    if (!this.#internals.isOver) this.#ageIn(AGEING);
  }
}

/** A read that fails without a response keeps its data, unless the program decides otherwise. */
function keepDataVisible({ requests }: StoreInternals): void {
  const { errorPolicy } = requests;
  requests.errorPolicy = (error) =>
    errorPolicy(error) ?? (hasNoResponse(error) ? 'soft' : undefined);
}

/** Requests without a response have the status 0; `fetch` itself rejects with a `TypeError`. */
function hasNoResponse(error: unknown): boolean {
  const { status } = Object(error) as { readonly status?: unknown };
  return status === 0 || (status === undefined && error instanceof TypeError);
}
