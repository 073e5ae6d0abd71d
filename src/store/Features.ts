/** State of a feature for one store, beside streams. */
export interface StoreFeature {
  /** Called when a reset takes effect, before any observer is notified. */
  reset(): void;
  /** Called when the store is disposed, before its streams complete. */
  end(): void;
}

/** The features of a store: one object per class, made on first use. The store knows no feature. */
export class Features {
  readonly #made = new Map<unknown, StoreFeature>();

  /** The object of a class; `make` makes it on first use. */
  get<F extends StoreFeature>(of: abstract new (...args: never[]) => F, make: () => F): F {
    // The cast holds: `make` returns an object of the class that is the map's key.
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
