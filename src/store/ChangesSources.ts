import type { All } from '../schema/All.ts';
import type { EntityClass } from '../schema/EntityClass.ts';
import { type ChangesHost, ChangesSource } from './ChangesSource.ts';
import type { Root } from './Reachability.ts';

/** The change sources that live: one per schema and form of the rows. */
export class ChangesSources {
  readonly #sources = new Set<ChangesSource>();

  /** The source of a schema, made if there is none. */
  source(host: ChangesHost, schema: EntityClass | All<never>, isFlat: boolean): ChangesSource {
    for (const source of this.#sources) {
      if (source.schema === schema && source.isFlat === isFlat) return source;
    }
    const source = new ChangesSource(host, schema, isFlat);
    this.#sources.add(source);
    return source;
  }

  /** Called when nobody holds a source any more. */
  forget(source: ChangesSource): void {
    this.#sources.delete(source);
  }

  /** What subscribers are shown. */
  *roots(): Generator<Root> {
    for (const source of this.#sources) if (source.isListened) yield source.root;
  }

  get listenerCount(): number {
    let count = 0;
    for (const source of this.#sources) count += source.listenerCount;
    return count;
  }

  /** Completes all streams. */
  end(): void {
    for (const source of [...this.#sources]) source.end();
    this.#sources.clear();
  }
}
