/** One observable per key as long as somebody has it, without keeping it alive. */
export class Observables<O extends object> {
  readonly #made = new Map<string, WeakRef<O>>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (!this.#made.get(key)?.deref()) this.#made.delete(key);
  });

  /** The observable of the key, made by `make` if nobody has one. */
  get(key: string, make: () => O): O {
    const known = this.#made.get(key)?.deref();
    if (known) return known;
    const made = make();
    this.#made.set(key, new WeakRef(made));
    this.#gone.register(made, key);
    return made;
  }
}
