/** A note of the field notebook, as the API sends it. */
export interface NoteRecord {
  readonly id: number;
  readonly title: string;
  /** When it was written, ms since epoch. */
  readonly at: number;
}

/** The morning that the seeded notes are of. */
const MORNING = Date.UTC(2026, 4, 3, 5, 40);
const MINUTE = 60_000;

/** The notes of the field notebook, the newest first. */
export class Notes {
  #records: NoteRecord[] = [];
  /** What creations with a key have made: a repetition makes nothing. */
  readonly #byKey = new Map<string, NoteRecord>();
  #lastId = 0;

  constructor() {
    this.reset();
  }

  get all(): readonly NoteRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = [
      { id: 3, title: 'Otter tracks below the weir', at: MORNING + 52 * MINUTE },
      { id: 2, title: 'Two kingfishers at the old mill', at: MORNING + 17 * MINUTE },
      { id: 1, title: 'Gauge 4 reads 1.62 m', at: MORNING },
    ];
    this.#byKey.clear();
    this.#lastId = 3;
  }

  find(id: number): NoteRecord | undefined {
    return this.#records.find((note) => note.id === id);
  }

  /** What is wrong with a title; `undefined`: nothing. */
  check(title: unknown): string | undefined {
    if (typeof title !== 'string' || title.trim() === '') return 'A note needs a title.';
    // A rule that no form of the stories knows.
    return /\bdragons?\b/i.test(title) ? 'A dragon is on no list of species.' : undefined;
  }

  /** Adds a note, or returns the one that the same key has made. */
  add(title: string, at: number, key: string | undefined): NoteRecord {
    const known = key === undefined ? undefined : this.#byKey.get(key);
    if (known) return known;
    const added = { id: ++this.#lastId, title: title.trim(), at };
    this.#records.unshift(added);
    if (key !== undefined) this.#byKey.set(key, added);
    return added;
  }

  rename(note: NoteRecord, title: string): NoteRecord {
    const renamed = { ...note, title: title.trim() };
    this.#records[this.#records.indexOf(note)] = renamed;
    return renamed;
  }

  remove(note: NoteRecord): void {
    this.#records.splice(this.#records.indexOf(note), 1);
  }
}
