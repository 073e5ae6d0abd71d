import { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { isEntity } from '../schema/isEntity.ts';
import { type ChangesHost, ChangesSource } from './ChangesSource.ts';
import type { Root } from './Reachability.ts';

type Schema = EntityClass | All<never>;

/** The change sources that live: one per schema and form of the rows. */
export class ChangesSources {
  readonly #whole = new Map<Schema, ChangesSource>();
  readonly #flat = new Map<Schema, ChangesSource>();

  /** The source of a schema, made if there is none. */
  source(host: ChangesHost, schema: Schema, isFlat: boolean): ChangesSource {
    const sources = isFlat ? this.#flat : this.#whole;
    let source = sources.get(schema);
    if (!source) {
      const all = isEntity(schema) ? new All(schema) : schema;
      // The cast holds: an All is one for whatever it holds.
      source = new ChangesSource(host, all as All<never>, isFlat);
      sources.set(schema, source);
    }
    return source;
  }

  /** Called when nobody holds a source any more. */
  forget(source: ChangesSource): void {
    for (const sources of [this.#whole, this.#flat]) {
      for (const [schema, each] of sources) if (each === source) sources.delete(schema);
    }
  }

  *#all(): Generator<ChangesSource> {
    yield* this.#whole.values();
    yield* this.#flat.values();
  }

  /** What subscribers are shown. */
  *roots(): Generator<Root> {
    for (const source of this.#all()) if (source.isListened) yield source.root;
  }

  get listenerCount(): number {
    let count = 0;
    for (const source of this.#all()) count += source.listenerCount;
    return count;
  }

  /** Completes all streams. */
  end(): void {
    for (const source of [...this.#all()]) source.end();
    this.#whole.clear();
    this.#flat.clear();
  }
}
