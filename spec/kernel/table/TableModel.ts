import type { EntityMeta } from '../../../src/data/schema/Schema.ts';

/** The values of the field `value` of a record. */
export type ModelValue = string | number | null | undefined;

interface ModelRow {
  readonly pk: string;
  /** `undefined` for a tombstone. */
  readonly record: object | undefined;
  readonly meta: EntityMeta;
  /** Position in insertion order over all types. */
  readonly place: number;
}

interface LiveRow extends ModelRow {
  readonly record: object;
}

/** The model of an entity table: plain maps that are copied whole. */
export class TableModel {
  readonly earlier: TableModel | undefined;
  readonly #types = new Map<string, Map<string, ModelRow>>();
  #lastPlace = 0;

  /** A copy to write to, or an empty model. */
  constructor(earlier?: TableModel) {
    this.earlier = earlier;
    if (earlier === undefined) return;
    for (const [key, rows] of earlier.#types) this.#types.set(key, new Map(rows));
    this.#lastPlace = earlier.#lastPlace;
  }

  write(key: string, pk: string, record: object, meta: EntityMeta): void {
    const row = this.row(key, pk);
    const before = this.earlier?.row(key, pk);
    // A tombstone of an earlier commit loses its position, one of this commit does not.
    const keepsPlace = row && (row.record !== undefined || row.place !== before?.place);
    let place: number;
    if (before?.record !== undefined) ({ place } = before);
    else if (keepsPlace) ({ place } = row);
    else place = ++this.#lastPlace;
    this.#put(key, { pk, record, meta, place });
  }

  remove(key: string, pk: string, meta: EntityMeta): void {
    const before = this.earlier?.row(key, pk);
    const place =
      this.row(key, pk)?.place ?? (before?.record === undefined ? ++this.#lastPlace : before.place);
    this.#put(key, { pk, record: undefined, meta, place });
  }

  forget(key: string, pk: string, _meta?: EntityMeta): void {
    this.#types.get(key)?.delete(pk);
  }

  /** The record of the row, or the one it had in the model before this one. */
  known(key: string, pk: string): object | undefined {
    return this.row(key, pk)?.record ?? this.earlier?.row(key, pk)?.record;
  }

  hasRows(key: string): boolean {
    return (this.#types.get(key)?.size ?? 0) > 0;
  }

  /** The live rows of a type in insertion order. */
  rows(key: string): LiveRow[] {
    return inPlace([...(this.#types.get(key)?.values() ?? [])].filter(isLive));
  }

  /** The records of all types in insertion order. */
  inOrder(): object[] {
    const rows = [...this.#types.keys()].flatMap((key) => this.rows(key));
    return inPlace(rows).map(({ record }) => record);
  }

  tombstones(key: string): ModelRow[] {
    return [...(this.#types.get(key)?.values() ?? [])].filter((row) => !isLive(row));
  }

  row(key: string, pk: string): ModelRow | undefined {
    return this.#types.get(key)?.get(pk);
  }

  #put(key: string, row: ModelRow): void {
    let rows = this.#types.get(key);
    if (rows === undefined) this.#types.set(key, (rows = new Map()));
    rows.set(row.pk, row);
  }
}

/** The pks of the rows whose record has the value. */
export function pksWith(rows: readonly LiveRow[], value: ModelValue): string[] {
  return rows
    .filter(({ record }) => isSame((record as { value: ModelValue }).value, value))
    .map(({ pk }) => pk);
}

function isLive(row: ModelRow): row is LiveRow {
  return row.record !== undefined;
}

function inPlace(rows: LiveRow[]): LiveRow[] {
  return rows.sort((a, b) => a.place - b.place);
}

function isSame(a: ModelValue, b: ModelValue): boolean {
  if (a === undefined || b === undefined) return false;
  return a === b || (a !== null && b !== null && String(a) === String(b));
}
