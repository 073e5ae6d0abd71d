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
