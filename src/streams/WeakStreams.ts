import type { TableReader } from '../table/TableReader.ts';

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

/** Separates an endpoint key from its schema number. A URL cannot contain it. */
const MARK = '\u0000';

/** The key of an endpoint with the given schema number; 0: the key itself. */
export function keyAt(own: string, number: number): string {
  return number === 0 ? own : `${own}${MARK}${number}`;
}

/** A key without its schema number, and that number. */
export function placeOf(key: string): [own: string, number: number] {
  const [own = key, number = 0] = key.split(MARK);
  return [own, Number(number)];
}

/** The keys that endpoints of different schemas share, with the separate keys of each schema. */
export function sharedKeys(table: TableReader): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of table.results()) {
    const [own, number] = placeOf(key);
    if (number > 0) shared.add(own).add(key);
  }
  return shared;
}
