import { BehaviorSubject } from 'rxjs';
import { asError } from '../../../shared/asError.ts';
import type { StorageContent, StorageInspector } from '../../inspect/inspectStorage.ts';

/** A count takes at most one part in so many of the time. */
const SHARE = 10;

/** The latest count of a storage. */
export interface Counted {
  /** `undefined`: it was not counted, or is not used. */
  readonly content?: StorageContent | undefined;
  readonly error?: Error | undefined;
}

/** Counts a storage on demand, one count at a time, with pauses that follow its cost. */
export class CountLoop {
  readonly counted$ = new BehaviorSubject<Counted>({});
  readonly #storage: StorageInspector;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCounting = false;
  #isDue = false;
  #isOver = false;
  /** When the next count may begin. */
  #nextAt = 0;

  constructor(storage: StorageInspector) {
    this.#storage = storage;
  }

  /** Counts now, or after the pause. */
  readonly wake = (): void => {
    this.#isDue = true;
    if (this.#isCounting || this.#isOver || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#nextAt - performance.now());
    this.#timer = setTimeout(() => void this.#count(), wait);
  };

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    this.#timer = undefined;
    this.#isDue = false;
    this.#isCounting = true;
    const startedAt = performance.now();
    const counted = await this.#storage.count().then(
      (content) => ({ content }),
      (error: unknown) => ({ error: asError(error) }),
    );
    const endedAt = performance.now();
    this.#nextAt = endedAt + (endedAt - startedAt) * (SHARE - 1);
    this.#isCounting = false;
    if (this.#isOver) return;
    this.counted$.next(counted);
    if (this.#isDue) this.wake();
  }
}
