/** What a feature keeps for a store, beside sources. */
export interface StoreFeature {
  /** Called when a reset takes effect, before any observer is told. */
  reset(): void;
  /** Called when the store ends, before its streams complete. */
  end(): void;
}

/** What features keep for a store: one object of each class, made on first use. The store knows no feature. */
export class Features {
  readonly #made = new Map<unknown, StoreFeature>();

  /** The object of a class, made by `make` if there is none. */
  get<F extends StoreFeature>(of: abstract new (...args: never[]) => F, make: () => F): F {
    // The cast holds: each class has objects of its own only.
    let made = this.#made.get(of) as F | undefined;
    if (!made) this.#made.set(of, (made = make()));
    return made;
  }

  reset(): void {
    for (const made of this.#made.values()) made.reset();
  }

  end(): void {
    for (const made of this.#made.values()) made.end();
    this.#made.clear();
  }
}
