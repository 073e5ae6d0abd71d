import { TypeFamily } from './TypeFamily.ts';

/** What all snapshots that descend from one empty table share. */
export class Lineage {
  /**
   * The family of each type, for snapshots that hold no row of it: a branch that is built again and
   * again over the same base finds its rows in the slots they had.
   */
  readonly #families = new Map<string, TypeFamily>();
  #nextOrdinal = 0;

  /** A number greater than all before. */
  takeOrdinal(): number {
    return this.#nextOrdinal++;
  }

  /** The family to begin a type with. */
  family(key: string): TypeFamily {
    let family = this.#families.get(key);
    if (family === undefined) this.#families.set(key, (family = new TypeFamily()));
    return family;
  }

  /** Begins the type with this family from here on; with an empty one if it is left out. */
  renew(key: string, family?: TypeFamily): void {
    if (family === undefined) this.#families.delete(key);
    else this.#families.set(key, family);
  }
}
