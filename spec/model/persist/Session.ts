import { type Confirmed, type Known, NOTHING } from './Confirmed.ts';

/** What a store has confirmed since it was made or reset. */
export class Session {
  /** Marks the data of the session. Later sessions have higher ones. */
  readonly tag: number;
  /** All states, the first one included. */
  readonly states: Confirmed[] = [NOTHING];
  /** The states of which one was stored last: they have the same writes. */
  written: readonly number[] = [0];
  /** What it was when the tab began to close: its last flush may repeat those in flight. */
  writtenAtEnd: readonly number[] = [];
  /** Whether a list of all users came from the storage: it may be stored again. */
  hasLoadedAll = false;
  /** Rows and results that came from the storage: what they contained, by their meta. */
  readonly #loaded = new WeakMap<object, unknown>();
  /** Rows that came from the storage in place of older ones: they may be stored again. */
  readonly #replaced = new WeakMap<object, unknown>();

  constructor(tag: number) {
    this.tag = tag;
  }

  get latest(): Confirmed {
    return this.states.at(-1)!;
  }

  loads({ content, meta }: Known, isReplacement: boolean): void {
    (isReplacement ? this.#replaced : this.#loaded).set(meta, content);
  }

  hasLoaded = ({ content, meta }: Known): boolean =>
    this.#loaded.has(meta) && this.#loaded.get(meta) === content;

  hasReplaced({ content, meta }: Known): boolean {
    return this.#replaced.has(meta) && this.#replaced.get(meta) === content;
  }
}
