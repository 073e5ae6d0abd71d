import { cellPk, type CellRef } from '../schema/cellPk.ts';
import type { Scalar } from '../schema/Scalar.ts';

/** The values of one Scalar schema that are reached: all entities it was found in, for all lenses of the readers. */
interface Cells {
  readonly refs: CellRef[];
  readonly lenses: Set<string>;
}

/** Which values of Scalar schemas are reached. Readers look them up by their arguments, so each entity is kept with every lens that is in use. */
export class CellRoots {
  readonly #keep: (kind: string, pk: string) => void;
  readonly #args = new Set<readonly unknown[]>();
  readonly #cells = new Map<Scalar, Cells>();

  constructor(keep: (kind: string, pk: string) => void) {
    this.#keep = keep;
  }

  /** A reader has these arguments. */
  addArgs(args: readonly unknown[]): void {
    if (this.#args.has(args)) return;
    this.#args.add(args);
    for (const [schema, { refs, lenses }] of this.#cells) {
      const lens = schema.lensOf(args);
      if (lens === undefined || lenses.has(lens)) continue;
      lenses.add(lens);
      for (const ref of refs) this.#reach(schema, ref, lens);
    }
  }

  /** A value of the schema is read. */
  add(schema: Scalar, ref: CellRef): void {
    let cells = this.#cells.get(schema);
    if (!cells) this.#cells.set(schema, (cells = { refs: [], lenses: this.#lensesOf(schema) }));
    cells.refs.push(ref);
    for (const lens of cells.lenses) this.#reach(schema, ref, lens);
  }

  #lensesOf(schema: Scalar): Set<string> {
    const lenses = [...this.#args].map(schema.lensOf);
    return new Set(lenses.filter((lens) => lens !== undefined));
  }

  #reach({ cell }: Scalar, [pk, , kind]: CellRef, lens: string): void {
    this.#keep(cell.key, cellPk(kind, pk, lens));
  }
}
