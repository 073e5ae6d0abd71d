/**
 * Streams by key, held weakly: a stream is found again as long as the store or the program holds
 * it. A key may have several, each with a number.
 */
export class WeakStreams<S extends object> {
  readonly #refs = new Map<string, WeakRef<S>[]>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (!this.#refs.get(key)?.some((ref) => ref.deref())) this.#refs.delete(key);
  });

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
    this.#gone.register(stream, key);
  }
}
