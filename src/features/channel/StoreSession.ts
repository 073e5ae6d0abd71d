import type { StoreFeature, StoreInternals } from '../../kernel/store/StoreInternals.ts';

/** A row or result that replaces a stored one. */
export interface MergedData {
  /** The stored one itself if it has all of the other one. */
  readonly value: unknown;
  /**
   * When the record arrived, ms, that is dropped because its tab did not know of a removal: results may
   * rest on it. 0: none is dropped.
   */
  readonly droppedAt: number;
  /** Whether that is the record of this tab. */
  readonly isRefused: boolean;
}

/** Which version of data the tabs and the storage keep. */
export interface SharedVersions {
  /** Sends other tabs what changed here: they get it before it is stored. */
  flush(): void;
  /** The version of a record, of the meta of a removed row, or of a result. */
  of(data: object, meta: { readonly seq: number; readonly fetchedAt: number }): unknown;
  /** Data that was loaded has this version. */
  note(data: object, version: unknown): void;
  /** Merges a stored row or result with that of this tab. */
  merge(key: string | readonly string[], stored: unknown, mine: unknown): MergedData;
  /**
   * Sends other tabs the stored rows: one of them may have dropped the change, and then have loaded
   * the key before it was stored.
   */
  stored(
    writes: readonly (readonly [table: string, key: unknown, value?: unknown, ...unknown[]])[],
  ): void;
}

/**
 * The session of a store: a log-out, in whichever tab, ends it and begins the next one. Tokens begin
 * with the time, so a later one is known as later.
 */
export class StoreSession implements StoreFeature {
  /** The name and the version of the stored data, if there is any. */
  stored: { readonly name: string; readonly version: number } | undefined;
  /** Those of the tabs that share data, if they do. */
  versions: SharedVersions | undefined;
  /** Of the start of the store, or of its last log-out. */
  token: string;
  /** Of the last log-out; `''` before the first one. */
  logOut = '';
  /** Whether the last log-out was that of another tab. */
  isFollowed = false;
  readonly #internals: StoreInternals;
  /** That of another tab, which the next reset follows. */
  #next: string | undefined;

  constructor(internals: StoreInternals) {
    this.#internals = internals;
    this.token = this.newToken();
  }

  newToken(): string {
    const { clock, options } = this.#internals;
    return [clock.now(), options.random(), options.random()].join();
  }

  /** Resets the store for the log-out of another tab. */
  follow(token: string): void {
    if (this.#internals.isOver || token === this.logOut) return;
    this.#next = token;
    void this.#internals.reset();
  }

  reset(): void {
    this.isFollowed = this.#next !== undefined;
    this.token = this.logOut = this.#next ?? this.newToken();
    this.#next = undefined;
  }

  end(): void {}
}

/** The session of a store. Features that use it get it before they are added: it is reset first. */
export function sessionOf(internals: StoreInternals): StoreSession {
  return internals.feature(StoreSession, () => new StoreSession(internals));
}
