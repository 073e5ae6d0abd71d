import { type BehaviorSubject, filter, merge, Subscription } from 'rxjs';
import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';
import type { StreamContext } from '../../kernel/streams/RetainedSource.ts';
import { keepProcess } from '../../kernel/requests/DeadlineQueue.ts';
import { pageAlive, pageVisible } from '../../shared/web/pageSignals.ts';
import type { Storage } from '../storage/Storage.ts';
import { deleteOld, deleteOldest } from './ageing.ts';
import { KeyLoader } from './KeyLoader.ts';
import type { PersistSettings } from './PersistOptions.ts';
import { RowWriter } from './RowWriter.ts';
import { StorableReads } from './StorableReads.ts';
import type { StorageStatus } from './StorageState.ts';
import { StoredSession } from './StoredSession.ts';

/** Old data is deleted this long after the start, and then once a day, ms. */
const [FIRST_AGEING, AGEING] = [10_000, 86_400_000];

/** What a store stores, and what it has stored before. */
export class StoredData implements StoreFeature {
  readonly status: BehaviorSubject<StorageStatus>;
  readonly #parts: StoreInternals;
  readonly #settings: PersistSettings;
  readonly #session: StoredSession;
  readonly #writer: RowWriter;
  readonly #loader: KeyLoader;
  readonly #subscription = new Subscription();
  #ageing: Subscription | undefined;
  /** Another tab has ended the session: this one only follows. */
  #follows = false;

  constructor(parts: StoreInternals, settings: PersistSettings, place: Storage) {
    this.#parts = parts;
    this.#settings = settings;
    const session = new StoredSession(parts, settings, place, () => this.#followReset());
    const reads = new StorableReads(settings);
    const { flushWait } = settings;
    const makeRoom = (): Promise<void> => deleteOldest(session);
    this.#session = session;
    this.#writer = new RowWriter(parts, session, reads, flushWait, makeRoom);
    const onLoaded = (meta: object): void => this.#writer.loaded(meta);
    this.#loader = new KeyLoader(parts, session, reads, settings, onLoaded);
    this.status = session.status;
    parts.hold = this.hold;
    keepDataVisible(parts);
    this.#subscription.add(parts.commits.commits$.subscribe(() => this.#writer.wake()));
    const left$ = merge(pageVisible(), pageAlive()).pipe(filter((isHere) => !isHere));
    this.#subscription.add(left$.subscribe(() => void this.#writer.flush()));
    this.#ageIn(FIRST_AGEING);
  }

  readonly hold: NonNullable<StreamContext['hold']> = (stream, resume) =>
    this.#loader.hold(stream, resume);

  reset(): Promise<void> {
    const isOwn = !this.#follows;
    this.#follows = false;
    const wiped = this.#session.restart(isOwn);
    this.#writer.reset();
    this.#loader.reset();
    return wiped;
  }

  end(): void {
    this.#subscription.unsubscribe();
    this.#ageing?.unsubscribe();
    void this.#writer.flush();
    this.#writer.end();
    this.#session.end();
  }

  #followReset(): void {
    if (this.#parts.isOver) return;
    this.#follows = true;
    void this.#parts.reset();
  }

  #ageIn(wait: number): void {
    this.#ageing = this.#parts.options.scheduler.schedule(() => void this.#age(), wait);
    keepProcess(this.#ageing, false);
  }

  async #age(): Promise<void> {
    try {
      await deleteOld(this.#session, this.#parts.clock.now(), this.#settings);
    } catch {
      // The next one finds the same data.
    }
    if (!this.#parts.isOver) this.#ageIn(AGEING);
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
  const { status } = error as { readonly status?: unknown };
  return status === 0 || (status === undefined && error instanceof TypeError);
}
