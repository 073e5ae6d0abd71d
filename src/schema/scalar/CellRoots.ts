import type { MarkDelegate } from '../Schema.ts';

/**
 * Stored form of a {@link Scalar}: primary key of the entity, name of the member (null: all
 * columns), entity key.
 */
export type CellRef = readonly [pk: string, name: string | null, entityKey: string];

export function isCellRef(stored: unknown): stored is CellRef {
  if (!Array.isArray(stored) || stored.length !== 3) return false;
  const [pk, name, entityKey] = stored as unknown[];
  return (
    typeof pk === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof entityKey === 'string'
  );
}

/** The primary key of one entity's values for one lens. The parts may be any text. */
export function cellPk(entityKey: string, pk: string, lens: string): string {
  return JSON.stringify([entityKey, pk, lens]);
}

type LensOf = (args: readonly unknown[]) => string | undefined;

/**
 * The reachable values of one Scalar schema. Readers look values up by their arguments, so every
 * entity with the schema is kept for every lens in use.
 */
export class CellRoots {
  readonly #cellKey: string;
  readonly #delegate: MarkDelegate;
  readonly #refs: CellRef[] = [];
  readonly #lenses = new Set<string>();

  /** `cellKey` is the entity key of the rows with the values. */
  constructor(cellKey: string, lensOf: LensOf, delegate: MarkDelegate) {
    this.#cellKey = cellKey;
    this.#delegate = delegate;
    delegate.eachArgs((args) => this.#addLens(lensOf(args)));
  }

  #addLens(lens: string | undefined): void {
    if (lens === undefined || this.#lenses.has(lens)) return;
    this.#lenses.add(lens);
    for (const ref of this.#refs) this.#keep(ref, lens);
  }

  /** Adds a stored member that is read with the schema. */
  add(stored: unknown): void {
    if (!isCellRef(stored)) return;
    this.#refs.push(stored);
    for (const lens of this.#lenses) this.#keep(stored, lens);
  }

  #keep([pk, , entityKey]: CellRef, lens: string): void {
    this.#delegate.keep(this.#cellKey, cellPk(entityKey, pk, lens));
  }
}
