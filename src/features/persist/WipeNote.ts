/** The part of `localStorage` that notes of log-outs need. */
interface Notes {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Notes of a storage, synchronously, that its data must not be read before it was wiped. The note is
 * the token of the next session. Other tabs get an event.
 */
export class WipeNote {
  readonly #key: string;

  constructor(name: string) {
    this.#key = `streambed:${name}:wipe`;
  }

  get(): string | null | undefined {
    return withNotes((notes) => notes.getItem(this.#key));
  }

  set(token: string): void {
    withNotes((notes) => notes.setItem(this.#key, token));
  }

  /** Deletes the note, unless another log-out has set it since. */
  delete(token: string): void {
    withNotes((notes) => notes.getItem(this.#key) === token && notes.removeItem(this.#key));
  }

  /** The token that another tab has set; `null`: another change of `localStorage`; else `undefined`. */
  tokenOf(event: Event): string | null | undefined {
    const { key, newValue } = event as Partial<StorageEvent>;
    return key === this.#key ? newValue : key && null;
  }
}

/** Platforms may have no such storage, or throw where it is read. */
function withNotes<R>(use: (notes: Notes) => R): R | undefined {
  try {
    const { localStorage: notes } = globalThis as { readonly localStorage?: Notes };
    return notes && use(notes);
  } catch {
    return undefined;
  }
}
