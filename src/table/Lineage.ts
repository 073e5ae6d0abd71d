import { TypeFamily } from './TypeFamily.ts';

/** Shared by all snapshots that descend from one empty table. */
export class Lineage {
  /**
   * The family of each type, for snapshots without rows of it: an optimistic branch that is rebuilt
   * over the same base gets the same slots for its rows.
   */
  readonly #families = new Map<string, TypeFamily>();
  #nextOrdinal = 0;

  /** The next ordinal, greater than all before. */
  takeOrdinal(): number {
    return this.#nextOrdinal++;
  }

  /** The family for the first rows of a type. */
  family(key: string): TypeFamily {
    let family = this.#families.get(key);
    if (family === undefined) this.#families.set(key, (family = new TypeFamily()));
    return family;
  }

  /**
   * Sets the family for the first rows of a type; without one, the type starts with an empty
   * family.
   */
  renew(key: string, family?: TypeFamily): void {
    if (family === undefined) this.#families.delete(key);
    else this.#families.set(key, family);
  }
}
