import { type CellRef, cellPk, isCellRef } from './cellPk.ts';
import type { Scalar } from './Scalar.ts';

/**
 * Which values of one Scalar schema are reached. Readers look them up by their arguments, so each entity that the schema was found in is kept
 * with every lens that is in use.
 */
export class CellRoots {
  readonly #schema: Scalar;
  readonly #keep: (kind: string, pk: string) => void;
  readonly #refs: CellRef[] = [];
  readonly #lenses = new Set<string>();

  constructor(schema: Scalar, keep: (kind: string, pk: string) => void) {
    this.#schema = schema;
    this.#keep = keep;
  }

  /** A reader has these arguments. */
  addArgs(args: readonly unknown[]): void {
    const lens = this.#schema.lensOf(args);
    if (lens === undefined || this.#lenses.has(lens)) return;
    this.#lenses.add(lens);
    for (const ref of this.#refs) this.#reach(ref, lens);
  }

  /** A value of the schema is read, which is stored like this. */
  add(stored: unknown): void {
    if (!isCellRef(stored)) return;
    this.#refs.push(stored);
    for (const lens of this.#lenses) this.#reach(stored, lens);
  }

  #reach([pk, , kind]: CellRef, lens: string): void {
    this.#keep(this.#schema.cell.key, cellPk(kind, pk, lens));
  }
}
