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

/**
 * Marks the values of one Scalar schema: returns the function that takes a stored member. Readers
 * look values up by their arguments, so every entity with the schema is kept for every lens in use.
 * `cellKey` is the entity key of the rows with the values.
 */
export function cellMarker(
  cellKey: string,
  lensOf: (args: readonly unknown[]) => string | undefined,
  delegate: MarkDelegate,
): (stored: unknown) => void {
  const refs: CellRef[] = [];
  const lenses = new Set<string>();
  const keep = ([pk, , entityKey]: CellRef, lens: string): void =>
    delegate.keep(cellKey, cellPk(entityKey, pk, lens));
  delegate.eachArgs((args) => {
    const lens = lensOf(args);
    if (lens === undefined || lenses.has(lens)) return;
    lenses.add(lens);
    for (const ref of refs) keep(ref, lens);
  });
  return (stored) => {
    if (!isCellRef(stored)) return;
    refs.push(stored);
    for (const lens of lenses) keep(stored, lens);
  };
}
