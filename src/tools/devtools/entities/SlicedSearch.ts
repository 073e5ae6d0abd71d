import { type EntityPks, matchesText } from './entityRows.ts';

/** ms: a slice is shorter than a frame, so that the page stays fluid. */
const SLICE = 6;
/** How many rows are read between two looks at the clock. */
const ROWS = 200;

/** What a search has found. */
export interface SearchResult {
  readonly pks: readonly string[];
  /** How many rows were read; all: the search is over. */
  readonly searched: number;
}

/** Searches many rows in slices, between which the page has time. Begin another one with a new object. */
export class SlicedSearch {
  readonly #rows: EntityPks;
  readonly #text: string;
  readonly #found: string[] = [];
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `text` is in lower case. */
  constructor(rows: EntityPks, text: string) {
    this.#rows = rows;
    this.#text = text;
  }

  /** Searches the first slice at once, and the others in tasks of their own. Reports after each. */
  start(report: (result: SearchResult) => void): void {
    this.#slice();
    report({ pks: [...this.#found], searched: this.#at });
    if (this.#at < this.#rows.pks.length) this.#timer = setTimeout(() => this.start(report));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #slice(): void {
    const { entityKey, pks, table } = this.#rows;
    const end = performance.now() + SLICE;
    do {
      const next = Math.min(pks.length, this.#at + ROWS);
      for (; this.#at < next; this.#at++) {
        const pk = pks[this.#at];
        if (matchesText(pk, table.get(entityKey, pk), this.#text)) this.#found.push(pk);
      }
    } while (this.#at < pks.length && performance.now() < end);
  }
}
