import type { TableReader } from '../table/TableReader.ts';

/**
 * Streams by key, held weakly: a stream is found again as long as the store or the program holds
 * it. A key may have several, each with a number.
 */
export class WeakStreams<S extends object> {
  readonly refs: Map<string, WeakRef<S>[]>;
  private readonly gone: FinalizationRegistry<string>;

  constructor() {
    this.refs = new Map();
    this.gone = new FinalizationRegistry((key) => this.tidy(key));
  }

  /** The stream of the key that passes the test. */
  find(key: string, test: (stream: S) => boolean): S | undefined {
    const refs = this.refs.get(key);
    if (!refs) return undefined;
    for (const ref of refs) {
      const stream = ref.deref();
      if (stream && test(stream)) return stream;
    }
    return undefined;
  }

  /** The lowest number that no stream of the key has. */
  freeNumber(key: string): number {
    const refs = this.refs.get(key);
    if (!refs) return 0;
    const free = refs.findIndex((ref) => !ref.deref());
    return free < 0 ? refs.length : free;
  }

  /** Adds a stream with a number that is free. */
  add(key: string, stream: S, number = this.freeNumber(key)): void {
    const ref = new WeakRef(stream);
    const refs = this.refs.get(key);
    if (refs) refs[number] = ref;
    else this.refs.set(key, [ref]);
    this.gone.register(stream, key);
  }

  /** Forgets the key if it has no streams. */
  private tidy(key: string): void {
    if (!this.refs.get(key)?.some((ref) => ref.deref())) this.refs.delete(key);
  }
}

/** Separates an endpoint key from its schema number. A URL cannot contain it. */
const SEPARATOR = '\u0000';

/** The key of an endpoint with the given schema number; 0: the key itself. */
export function keyAt(own: string, number: number): string {
  return number === 0 ? own : `${own}${SEPARATOR}${number}`;
}

/** A key without its schema number, and that number. */
export function splitKey(key: string): [own: string, number: number] {
  const at = key.indexOf(SEPARATOR);
  return at < 0 ? [key, 0] : [key.slice(0, at), Number(key.slice(at + 1))];
}

/** The keys that endpoints of different schemas share, with the separate keys of each schema. */
export function sharedKeys(table: TableReader): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const [key] of table.results()) {
    const [own, number] = splitKey(key);
    if (number > 0) shared.add(own).add(key);
  }
  return shared;
}
