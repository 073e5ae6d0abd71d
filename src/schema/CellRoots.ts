import { type CellRef, cellPk, isCellRef } from './cellPk.ts';
import type { MarkDelegate } from './Schema.ts';

type LensOf = (args: readonly unknown[]) => string | undefined;

/**
 * Which values of one Scalar schema can be read. Readers look them up by their arguments, so each entity that the schema was found in is kept
 * with every lens that is in use.
 */
export class CellRoots {
  readonly #kind: string;
  readonly #delegate: MarkDelegate;
  readonly #refs: CellRef[] = [];
  readonly #lenses = new Set<string>();

  /** `kind` is that of the rows that hold the values. */
  constructor(kind: string, lensOf: LensOf, delegate: MarkDelegate) {
    this.#kind = kind;
    this.#delegate = delegate;
    delegate.eachArgs((args) => this.#addLens(lensOf(args)));
  }

  #addLens(lens: string | undefined): void {
    if (lens === undefined || this.#lenses.has(lens)) return;
    this.#lenses.add(lens);
    for (const ref of this.#refs) this.#keep(ref, lens);
  }

  /** A value of the schema is read, which is stored like this. */
  add(stored: unknown): void {
    if (!isCellRef(stored)) return;
    this.#refs.push(stored);
    for (const lens of this.#lenses) this.#keep(stored, lens);
  }

  #keep([pk, , kind]: CellRef, lens: string): void {
    this.#delegate.keep(this.#kind, cellPk(kind, pk, lens));
  }
}
