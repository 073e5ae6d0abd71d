/** Stored form of a {@link Scalar}: primary key of the entity, name of the member (null: all columns), kind of the entity. */
export type CellRef = readonly [pk: string, name: string | null, kind: string];

export function isCellRef(stored: unknown): stored is CellRef {
  if (!Array.isArray(stored) || stored.length !== 3) return false;
  const [pk, name, kind] = stored as unknown[];
  return (
    typeof pk === 'string' &&
    (name === null || typeof name === 'string') &&
    typeof kind === 'string'
  );
}

/** The primary key of the values of one entity for one lens: any text may be part of it. */
export function cellPk(kind: string, pk: string, lens: string): string {
  return JSON.stringify([kind, pk, lens]);
}
