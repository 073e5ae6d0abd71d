import { sameSchema } from '../schema/sameSchema.ts';

interface Known<O extends object> {
  readonly schema: unknown;
  readonly observable: WeakRef<O>;
}

/** One observable per key and schema while the program has a reference to it. Held weakly. */
export class Observables<O extends object> {
  readonly #made = new Map<string, Known<O>[]>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    const left = (this.#made.get(key) ?? []).filter(({ observable }) => observable.deref());
    if (left.length > 0) this.#made.set(key, left);
    else this.#made.delete(key);
  });

  /** The observable of the key. `make` makes it if there is none. */
  get(key: string, schema: unknown, make: () => O): O {
    const ofKey = this.#made.get(key) ?? [];
    for (const known of ofKey) {
      const observable = known.observable.deref();
      if (observable && sameSchema(known.schema, schema)) return observable;
    }
    const made = make();
    this.#made.set(key, [...ofKey, { schema, observable: new WeakRef(made) }]);
    this.#gone.register(made, key);
    return made;
  }
}
