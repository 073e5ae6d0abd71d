/** Fewer keys are not worth the work of dropping those without streams. */
const MIN_LIMIT = 64;

/**
 * Streams by key, held weakly: a stream is found again as long as the store or the program holds
 * it. A key may have several, each with a number.
 */
export class WeakStreams<S extends object> {
  readonly #refs = new Map<string, WeakRef<S>[]>();
  /** At this size, keys without streams are dropped. */
  #limit = MIN_LIMIT;

  /** The stream of the key that passes the test. */
  find(key: string, test: (stream: S) => boolean): S | undefined {
    for (const ref of this.#refs.get(key) ?? []) {
      const stream = ref.deref();
      if (stream && test(stream)) return stream;
    }
    return undefined;
  }

  /** The lowest number that no stream of the key has. */
  freeNumber(key: string): number {
    const refs = this.#refs.get(key) ?? [];
    const free = refs.findIndex((ref) => !ref.deref());
    return free < 0 ? refs.length : free;
  }

  /** Adds a stream with the number that is free. */
  add(key: string, stream: S): void {
    const refs = this.#refs.get(key) ?? [];
    refs[this.freeNumber(key)] = new WeakRef(stream);
    this.#refs.set(key, refs);
    if (this.#refs.size > this.#limit) this.#dropEmpty();
  }

  #dropEmpty(): void {
    for (const [key, refs] of this.#refs) {
      if (!refs.some((ref) => ref.deref())) this.#refs.delete(key);
    }
    this.#limit = Math.max(2 * this.#refs.size, MIN_LIMIT);
  }
}
