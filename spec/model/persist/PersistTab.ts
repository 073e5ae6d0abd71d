import { type Subscription, Subject } from 'rxjs';
import { persist } from '../../../src/features/persist/persist.ts';
import { storageStatus$ } from '../../../src/features/persist/StorageState.ts';
import type { Storage } from '../../../src/features/storage/Storage.ts';
import { createStore } from '../../../src/kernel/store/createStore.ts';
import { internalsOf } from '../../../src/kernel/store/internalsOf.ts';
import type { Store } from '../../../src/kernel/store/Store.ts';
import type { StoreInternals } from '../../../src/kernel/store/StoreInternals.ts';
import { ManualClock } from '../../support/ManualClock.ts';
import { Session } from './Session.ts';
import type { Aged, Loaded } from './StoredModel.ts';
import { MAX_AGE, type Request, type TabEndpoints, tabEndpoints } from './tabEndpoints.ts';
import type { Transaction } from './WatchedStorage.ts';

/** A promise of the library that has to end. */
interface Awaited {
  readonly what: string;
  /** The latest time of the tab at which it has ended. */
  readonly until: number;
  isOver: boolean;
}

/** A request in flight. */
export interface Sent {
  readonly tab: PersistTab;
  readonly request: Request;
  readonly tag: number;
  readonly responses: Subject<unknown>;
}

/** What a load has to bring, if it was begun. */
export interface ExpectedLoad {
  readonly session: Session;
  readonly load: Loaded;
}

/** A read of a whole table, to find what is to be deleted. */
/** After a failed flush nothing is stored for a minute; ms. */
export const PAUSE = 61_000;

export interface Survey {
  readonly order: number;
  readonly now: number;
  readonly session: Session;
  /** Whether what it has found is still to be deleted. */
  isDue: boolean;
}

interface TabOptions {
  readonly version: number;
  readonly maxRows: number;
  readonly migrate: ((from: number, kind: string, record: object) => object) | undefined;
  readonly time: number;
  readonly storage: (tab: PersistTab) => Storage;
  readonly newTag: () => number;
  readonly sent: (sent: Sent) => void;
}

/** One program: a store that stores its data, with what the model knows of it. */
export class PersistTab {
  readonly version: number;
  readonly clock = new ManualClock();
  readonly store: Store;
  readonly parts: StoreInternals;
  readonly endpoints: TabEndpoints;
  readonly observed = new Map<string, Subscription>();
  readonly pending = new Set<Transaction>();
  readonly reported: unknown[] = [];
  readonly #promises: Awaited[] = [];
  readonly #newTag: () => number;
  #session: Session;
  #epoch = 0;
  /** How long it has run, ms. */
  elapsed = 0;
  /** When a transaction ended last that took some time, in the time of `elapsed`. */
  slowUntil = -Infinity;
  /** When a transaction failed last, in the time of `elapsed`. */
  failedAt = -Infinity;
  /** How long it is frozen, ms; `undefined`: it is not. */
  frozen: number | undefined;
  /** Whether a step is acting on the store: other commits come from the storage or from timers. */
  isActing = false;
  hasEntered = false;
  /** Whether its only transaction has read: the start of a tab that ends a wipe does so, too. */
  mayWipe = false;
  /** Whether its store is disposed. Its last transactions may be in flight. */
  hasLeft = false;
  /** Whether the program has ended: nothing that it does counts. */
  isOver = false;
  /** The tag of its session before. */
  formerTag = 0;
  /** That of its session; `undefined` until it is known. */
  token: string | undefined;
  /** The token that its last transaction has found. */
  foundToken: string | undefined;
  /** Whether its log-out may not have reached the storage. */
  isWiping = false;
  /** Whether its last flush was refused: the session has ended. */
  mustFollow = false;
  /** By table, the last reads of all records, latest first, and when the first one of them began. */
  readonly surveys: Record<Aged, readonly Survey[]> = { rows: [], results: [] };
  /** Loads whose commit is expected. */
  expected: ExpectedLoad[] = [];
  /** Loads that have read while the storage was being emptied: what they bring is not known. */
  uncertainLoads = 0;

  constructor(options: TabOptions) {
    const { migrate, maxRows, newTag, sent, storage, time, version } = options;
    this.version = version;
    this.#newTag = newTag;
    this.#session = new Session(newTag());
    this.clock.adjust(time - this.clock.now());
    this.endpoints = tabEndpoints((request) => {
      const responses = new Subject<unknown>();
      sent({ tab: this, request, tag: this.session.tag, responses });
      return responses;
    });
    const plugin = persist({
      name: 'model',
      version,
      migrate,
      maxAge: MAX_AGE,
      maxRows,
      storage: storage(this),
    });
    const onError = (error: unknown): void => void this.reported.push(error);
    this.store = createStore({ scheduler: this.clock, plugins: [plugin], onError });
    this.parts = internalsOf(this.store);
  }

  /** The session of the store now. A reset begins another one. */
  get session(): Session {
    const epoch = this.parts?.commits.epoch ?? 0;
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.formerTag = this.#session.tag;
      this.#session = new Session(this.#newTag());
    }
    return this.#session;
  }

  /** Whether its last transaction has failed within a minute. */
  get hasFailed(): boolean {
    return this.elapsed - this.failedAt < PAUSE;
  }

  get now(): number {
    return this.parts ? this.parts.clock.now() : this.clock.now();
  }

  get status(): string {
    return this.hasLeft ? 'over' : storageStatus$(this.store).getValue();
  }

  /** Acts on the store. */
  act(work: () => void): void {
    this.isActing = true;
    try {
      work();
    } finally {
      this.isActing = false;
    }
  }

  advance(ms: number): void {
    if (this.frozen === undefined) {
      this.clock.advance(ms);
      this.elapsed += ms;
    } else {
      this.frozen += ms;
    }
  }

  /** A promise must end, within a time or at the end of the history. How it ends is not said. */
  awaits(what: string, promise: Promise<unknown>, within = Infinity): void {
    const awaited: Awaited = { what, until: this.elapsed + within, isOver: false };
    const end = (): void => void (awaited.isOver = true);
    promise.then(end, end);
    this.#promises.push(awaited);
  }

  /** The promises that should have ended. */
  late(isEnd = false): readonly string[] {
    return this.#promises
      .filter(({ isOver, until }) => !isOver && (isEnd || until <= this.elapsed))
      .map(({ what }) => what);
  }
}
