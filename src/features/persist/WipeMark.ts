/** The part of `localStorage` that the mark needs. */
interface Marks {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Marks a storage, synchronously: its data must not be read before it was wiped. The mark is the
 * token of the next session. Other tabs get an event.
 */
export class WipeMark {
  readonly #key: string;

  constructor(name: string) {
    this.#key = `streambed:${name}:wipe`;
  }

  get(): string | null | undefined {
    return withMarks((marks) => marks.getItem(this.#key));
  }

  set(token: string): void {
    withMarks((marks) => marks.setItem(this.#key, token));
  }

  /** Deletes the mark, unless another log-out has set it since. */
  delete(token: string): void {
    withMarks((marks) => marks.getItem(this.#key) === token && marks.removeItem(this.#key));
  }

  /** The token that another tab has set; `null`: another change of marks; else `undefined`. */
  tokenOf(event: Event): string | null | undefined {
    const { key, newValue } = event as Partial<StorageEvent>;
    return key === this.#key ? newValue : key && null;
  }
}

/** Platforms may have no such storage, or throw where it is read. */
function withMarks<R>(use: (marks: Marks) => R): R | undefined {
  try {
    const { localStorage: marks } = globalThis as { readonly localStorage?: Marks };
    return marks && use(marks);
  } catch {
    return undefined;
  }
}
